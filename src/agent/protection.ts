/** Protection of an agent's requests, as the functions of `ctxc/protect` give it. */
export interface Protection {
  readonly kind: 'redact'
  /** @internal Makes the guard of one session, for a list of protections of this kind. */
  readonly guard: (all: readonly Protection[]) => unknown
}

export const isProtection = (value: unknown): value is Protection =>
  typeof value === 'object' && value !== null && typeof (value as Protection).guard === 'function'
