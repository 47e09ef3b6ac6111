/** Scopes that a state key may have, as a prefix before a colon; a key without a scope belongs to the session. */
export const scopes = ['app', 'user', 'temp', 'session', 'derived', 'turn'] as const

/** A scope of a key. */
export type Scope = (typeof scopes)[number]

/** Scopes whose keys may be set outside the invocation. So no part of the program has to write these keys. */
export type OutsideScope = Exclude<Scope, 'temp'>

/** Returns the scope in a key; undefined for a key without a scope. */
export function scopeOfKey(key: string): Scope | undefined {
  const colon = key.indexOf(':')
  return scopes.find(scope => scope.length === colon && key.startsWith(scope))
}
