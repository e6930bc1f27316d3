/** Marks a branch that the compiler proves unreachable; throws if a value reaches it all the same. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}
