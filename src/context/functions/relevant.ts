import { makeSource } from '../policy/make.ts'
import type { SourceOf } from '../policy/source.ts'
import type { RelevantOptions } from '../source/relevant.ts'

/**
 * Units that are not shown otherwise and have to do with a query: a text, the value of a key of the state, or else the
 * current input. Throws a TypeError for a query and a key.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'helper', context: [C.window(3), C.relevant().atMost(2000)] })
 */
export const relevant = <const Key extends string = never>(
  options: RelevantOptions<Key> = {},
): SourceOf<Key> => makeSource('relevant', options)
