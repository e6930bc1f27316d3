/** Every flag of the command line (design 4), as data: the parser, `--help` and docs/cli.md all follow this table. */
export interface FlagSpec {
  readonly name: string;
  /** Placeholder of its value in the help; null for a switch. */
  readonly value: string | null;
  readonly text: string;
}

export const flagTable = [
  { name: 'prompt', value: 'TEXT', text: 'start a new session with TEXT as its first message' },
  { name: 'no-window', value: null, text: 'open no window; everything else runs' },
  { name: 'json', value: null, text: 'print JSON lines on stdout, and nothing else there' },
  {
    name: 'approvals',
    value: 'ask|deny|allow|stdin',
    text: 'who answers when a command is risky (default: ask with a window, deny without one)',
  },
  { name: 'exit-when-idle', value: null, text: 'quit as soon as nothing runs, waits or has to be told any more' },
  {
    name: 'base-url',
    value: 'URL',
    text: 'use the OpenAI-compatible model server at URL (key: TALARIA_MODEL_API_KEY)',
  },
  { name: 'model', value: 'NAME', text: 'the name of the model at --base-url' },
  { name: 'home', value: 'DIR', text: 'keep everything that Talaria writes in DIR (also: TALARIA_HOME)' },
  { name: 'cwd', value: 'DIR', text: 'the folder that the agent works in (default: the folder of the command)' },
  {
    name: 'screenshot',
    value: 'FILE',
    text: 'save a picture (PNG) of the window once nothing goes on in it, and quit',
  },
  { name: 'theme', value: 'light|dark', text: 'colours of the window in this run' },
  { name: 'size', value: 'WxH', text: 'size of the window in this run, for example 1280x800' },
  { name: 'version', value: null, text: 'print the version and exit' },
  { name: 'help', value: null, text: 'print this text and exit' },
] as const satisfies readonly FlagSpec[];

export type FlagName = (typeof flagTable)[number]['name'];
