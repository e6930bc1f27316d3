/** The parts of `keyRef` in settings.json: where the key of a connection is. */
export type KeyRef = { readonly kind: 'none' | 'stored' } | { readonly kind: 'variable'; readonly name: string };

const VARIABLE = 'env:';

export const STORED = 'stored';

export function parseKeyRef(keyRef: string | null): KeyRef {
  if (keyRef === null) return { kind: 'none' };
  return keyRef.startsWith(VARIABLE) ? { kind: 'variable', name: keyRef.slice(VARIABLE.length) } : { kind: 'stored' };
}

export function variableRef(name: string): string {
  return VARIABLE + name;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Empty when it is not set. A name like `__proto__` is a name too. */
export function readVariable(env: Environment, name: string): string {
  return Object.hasOwn(env, name) ? (env[name]?.trim() ?? '') : '';
}
