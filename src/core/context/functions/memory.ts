import { makeSource } from '../policy/make.ts'
import type { SourceOf } from '../policy/source.ts'
import type { MemoryOptions } from '../source/memory.ts'

/**
 * Adds memories of the session's owner that match a query: by default the user's last message, otherwise a text or the
 * value of a key of the state. The compile options `memory` and `owner` set the store and the owner. Memories of the
 * same session are omitted, because the history already contains them. Throws a TypeError if both a query and a key are
 * given.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'helper', context: [C.window(5), C.memory({ top: 8 }).atMost(2000)] })
 */
export const memory = <const Key extends string = never>(options: MemoryOptions<Key> = {}): SourceOf<Key> =>
  makeSource('memory', options)
