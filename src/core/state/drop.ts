import { removalChange } from './change.ts'
import { defineStep } from './define.ts'
import { readKeys } from './key.ts'
import type { StateStep } from './step.ts'

/**
 * Removes these keys: they are absent afterwards, not null.
 *
 * @example
 * import { createSession, S } from 'ctxc'
 * import { applyStep } from 'ctxc/state'
 *
 * const { session } = applyStep(createSession({ state: { draft: 'd', plan: 'p' } }), S.drop('draft'))
 * console.log('draft' in session.state) // false
 */
export function drop<const Key extends string>(...keys: readonly Key[]): StateStep<never, never, Key> {
  return dropOf(keys)
}

/** Returns `S.drop` for a list of keys, which may be too long to spread into a call. */
export function dropOf<Key extends string>(keys: readonly Key[]): StateStep<never, never, Key> {
  const dropped = readKeys(keys, 'S.drop')
  return defineStep(
    'drop',
    dropped.map(key => ({ kind: 'remove', by: 'drop', key })),
    () => ({ changes: dropped.map(removalChange) }),
    { kind: 'S.drop', keys: dropped },
  )
}
