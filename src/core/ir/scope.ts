/** Scopes that a state key may name before a colon; a key without a scope is the session's own. */
export const scopes = ['app', 'user', 'temp', 'session', 'derived', 'turn'] as const

/** A scope of a key. */
export type Scope = (typeof scopes)[number]

/** Scopes whose keys may come from outside the invocation, so no program has to write them. */
export type OutsideScope = Exclude<Scope, 'temp'>

/** Returns the scope that a key names; undefined for the session's own keys. */
export function scopeOf(key: string): Scope | undefined {
  const colon = key.indexOf(':')
  return scopes.find(scope => scope.length === colon && key.startsWith(scope))
}
