/** What the program tells its caller when it ends (design 4). */
export const EXIT = {
  ok: 0,
  turnFailed: 1,
  badFlag: 2,
  couldNotStart: 3,
  sigint: 130,
  sigterm: 143,
} as const;
