import { makeSource } from '../policy/make.ts'
import type { SourceOf } from '../policy/source.ts'

/**
 * Adds values of the state, by key. Throws a TypeError if no key is given.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'writer', context: [C.userOnly(), C.state('findings', 'user:tone')], expects: ['findings'] })
 */
export const state = <const Key extends string>(...keys: readonly Key[]): SourceOf<Key> =>
  makeSource('state', { keys })
