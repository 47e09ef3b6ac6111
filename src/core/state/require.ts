import { requiredKeyMissing } from '../diag/state.ts'
import { defineStep } from './define.ts'
import { readKeys } from './key.ts'
import type { StateStep } from './step.ts'

/**
 * Fails if one of these keys is missing; changes nothing. 0, '', false and null count as values: a key is missing only
 * if it was never written, or was removed.
 *
 * @example
 * import { createSession, S } from 'ctxc'
 * import { applyStep } from 'ctxc/state'
 *
 * const { outcome } = applyStep(createSession({ state: { retries: 0 } }), S.require('retries', 'intent'))
 * console.log(outcome.diagnostics[0]?.message) // S.require: the state lacks 1 required key: 'intent'
 */
function requireKeys<const Key extends string>(...keys: readonly Key[]): StateStep<Key, never, never> {
  return requireOf(keys)
}

/** Returns `S.require` for a list of keys, which may be too long to spread into a call. */
export function requireOf<Key extends string>(keys: readonly Key[]): StateStep<Key, never, never> {
  const required = readKeys(keys, 'S.require')
  return defineStep(
    'require',
    required.map(key => ({ kind: 'read', by: 'require', key, need: 'must' })),
    state => {
      const missing = required.filter(key => !Object.hasOwn(state, key))
      return { diagnostics: missing.length > 0 ? [requiredKeyMissing(missing)] : [], reads: required }
    },
    { kind: 'S.require', keys: required },
  )
}

export { requireKeys as require }
