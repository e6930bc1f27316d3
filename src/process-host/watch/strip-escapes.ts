/**
 * Terminal control sequences: strings up to their terminator (OSC, DCS, SOS, PM, APC), CSI sequences, and the
 * short escapes. Each alternative begins with a different character, so matching is linear.
 */
const ESCAPES = new RegExp(
  [
    '\\x1b[\\]PX^_][^\\x07\\x1b\\x9c]*(?:\\x07|\\x1b\\\\|\\x9c|$)?',
    '\\x1b\\[[0-?]*[ -/]*[@-~]?',
    '\\x1b[ -/]*[0-~]?',
  ].join('|'),
  'g',
);

/** The line as a person sees it, for matching: "localhost:" and "5173" meet although one of them is bold. */
export function stripEscapes(line: string): string {
  return line.includes('\x1b') ? line.replace(ESCAPES, '') : line;
}
