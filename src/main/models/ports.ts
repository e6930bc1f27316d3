import type { ModelEntry, ModelOffer } from '../../shared/contract/calls/settings';

/** A connection as the user gives it. Neither key nor variable: the stored key of the same connection, else none. */
export interface GivenConnection {
  readonly name: string;
  readonly baseUrl: string;
  readonly key?: string | undefined;
  readonly keyVariable?: string | undefined;
}

export interface ModelList {
  readonly models: readonly ModelEntry[];
  /** Null: the built-in operator. */
  readonly active: string | null;
  readonly isFixedByFlags: boolean;
}

/** The models that a user has, as the settings page changes them. */
export interface Models {
  list(): ModelList;
  /** What on this machine could be connected. Looks only when it is called. */
  offers(): Promise<readonly ModelOffer[]>;
  /** One short real request; what goes wrong is the message. Rejects with BAD_INPUT for an address that is none. */
  test(given: GivenConnection): Promise<{ readonly ok: boolean; readonly message: string }>;
  /** The same address and name again changes its key. Rejects with BAD_INPUT or KEY_STORE_FAILED. */
  add(
    given: GivenConnection,
    options: { readonly allowPlainText: boolean },
  ): Promise<{ readonly id: string | null; readonly needsConsent: boolean }>;
  /** Its key goes too. Rejects with NOT_FOUND. */
  remove(id: string): Promise<void>;
  /** From the next turn on; null: the built-in operator. Rejects with NOT_FOUND. */
  use(id: string | null): Promise<void>;
  /** Sentences about models in the settings that cannot be used; empty when all is well. */
  warnings(): readonly string[];
}
