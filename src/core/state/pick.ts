import { Path } from '../form/path.ts'
import { removalChange } from './change.ts'
import { defineStep } from './define.ts'
import { isScoped, readKeys, type ScopedKey } from './key.ts'
import type { StateStep } from './step.ts'

/**
 * Keeps these keys and keys with a scope, and removes all others: a removed key is absent, not null. Throws a TypeError
 * if no key is given.
 *
 * @example
 * import { createSession, S } from 'ctxc'
 * import { applyStep } from 'ctxc/state'
 *
 * const session = createSession({ state: { findings: 'f', draft: 'd', 'user:name': 'Ann' } })
 * console.log(applyStep(session, S.pick('findings')).session.state) // { findings: 'f', 'user:name': 'Ann' }
 */
export function pick<const Key extends string>(
  ...keys: readonly Key[]
): StateStep<never, never, never, Key | ScopedKey> {
  return pickOf(keys)
}

/** Returns `S.pick` for a list of keys, which may be too long to spread into a call. */
export function pickOf<Key extends string>(
  keys: readonly Key[],
): StateStep<never, never, never, Key | ScopedKey> {
  const kept = readKeys(keys, 'S.pick')
  if (kept.length === 0)
    throw Path.named('S.pick.keys').wrong('is empty', {
      help: 'name a key to keep; without one every key would go',
    })
  const isKept = new Set<string>(kept)
  return defineStep(
    'pick',
    [{ kind: 'keep-only', by: 'pick', keys: kept }],
    state => ({
      changes: Object.keys(state)
        .filter(key => !isKept.has(key) && !isScoped(key))
        .map(removalChange),
    }),
    { kind: 'S.pick', keys: kept },
  )
}
