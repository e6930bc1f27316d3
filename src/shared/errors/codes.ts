/**
 * Every error code of the product, in one place. A code is stable: clients and tests decide by it,
 * never by a message. The text says when it is used.
 */
export const errorCodes = {
  BAD_INPUT: 'A value that was given does not fit; the message names it and what is expected.',
  BAD_FLAG: 'A command-line flag is unknown, lacks its value, or contradicts another.',
  NOT_FOUND: 'The thing that was named does not exist (any more).',
  FORBIDDEN: 'The sender may not make this call.',
  CANCELLED: 'The work was stopped before it ended.',
  INTERNAL: 'A bug: something that was thought impossible happened.',
  HOME_IN_USE: 'Another Talaria uses the same home.',
  HOME_UNUSABLE: 'The home folder cannot be created or written.',
  STORE_OPEN_FAILED: 'The database file cannot be opened.',
  STORE_TOO_NEW: 'The database was written by a newer version; it was kept aside untouched.',
  STORE_CORRUPT: 'The database file is damaged; it was kept aside.',
  STORE_WRITE_FAILED: 'The database refused a write (disk full, read-only).',
  PROCESS_SPAWN_FAILED: 'A program could not be started.',
  PROCESS_NOT_FOUND: 'No process has that id.',
  PROCESS_ALREADY_ENDED: 'The process has ended.',
  PROCESS_NO_STDIN: 'The process takes no input: it was recovered, or its input is closed.',
  PROCESS_WRITE_FAILED: 'Writing to the process failed.',
  HOST_UNAVAILABLE: 'The process host is not running and could not be restarted.',
  HOST_TIMEOUT: 'The process host did not answer in time.',
  SHELL_NOT_FOUND: 'No usable shell was found.',
  PARSE_FAILED: 'A command could not be parsed within its limits.',
  APPROVAL_NOT_OPEN: 'No approval with that id is waiting.',
  MODEL_NETWORK: 'The model server could not be reached.',
  MODEL_ENDPOINT: 'The model server answered with an error or with something that is not its protocol.',
  MODEL_KEY: 'The model server refused the key.',
  MODEL_NAME: 'The model server does not know the model, or refuses the request for it.',
  KEY_STORE_FAILED: 'The key of a model could not be kept, or cannot be opened any more.',
  MODEL_RATE_LIMITED: 'The model server asks for fewer requests.',
  MODEL_STREAM: 'The answer of the model broke off or stalled.',
  TURN_TOO_LONG: 'The turn used up its steps.',
  UNKNOWN_TOOL: 'The model called a tool that does not exist.',
} as const satisfies Record<string, string>;

export type ErrorCode = keyof typeof errorCodes;

/** The part of the system that failed, as shown to the user and in `turn.failed`. */
export const errorLayers = ['network', 'endpoint', 'key', 'model', 'stream', 'store', 'tool', 'internal'] as const;
export type ErrorLayer = (typeof errorLayers)[number];
