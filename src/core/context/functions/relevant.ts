import { makeSource } from '../policy/make.ts'
import type { SourceOf } from '../policy/source.ts'
import type { RelevantOptions } from '../source/relevant.ts'

/**
 * Adds conversation units that match a query and that no clause selects. The query is a text, the value of a key of the
 * state, or by default the current input. Throws a TypeError if both a query and a key are given.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'helper', context: [C.window(3), C.relevant().atMost(2000)] })
 */
export const relevant = <const Key extends string = never>(
  options: RelevantOptions<Key> = {},
): SourceOf<Key> => makeSource('relevant', options)
