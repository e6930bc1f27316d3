/** Values known to be secret (stored keys, secret-named environment variables, values spotted in a command). */
export interface KnownSecrets {
  /** Longest first; every one at least 8 characters. */
  values(): readonly string[];
  /** Remembers a value found by name in a command, so that it is masked wherever it turns up bare. */
  spot(value: string): void;
}
