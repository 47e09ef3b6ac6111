/** Scopes that a key of the state may name before a colon; a key without one is the session's own. */
export const scopes = ['app', 'user', 'temp', 'session', 'derived', 'turn'] as const

/** A scope of a key. */
export type Scope = (typeof scopes)[number]

/** Scopes whose keys come from outside the invocation: nothing in a program has to write them. */
export type OutsideScope = Exclude<Scope, 'temp'>

/** The scope that a key names; undefined for the session's own. */
export function scopeOf(key: string): Scope | undefined {
  const colon = key.indexOf(':')
  return scopes.find(scope => scope.length === colon && key.startsWith(scope))
}
