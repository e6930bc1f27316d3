/** One step of the schema. */
export interface Migration {
  /** What `user_version` is after it; numbered in tens. */
  readonly version: number;
  readonly sql: string;
}
