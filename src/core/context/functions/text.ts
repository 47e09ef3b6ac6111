import type { StateWriter } from '../../ir/policy.ts'
import { makeSource } from '../policy/make.ts'
import type { SourceOf } from '../policy/source.ts'

/**
 * Adds a text that a function writes from the state; null or an empty text adds nothing. `name` is shown in the tags
 * around the text. The function must be sync and pure. If the function throws, no text is added (CX2004). The trust of
 * the text is the lowest trust among the values that the function read. Throws a TypeError for an empty name.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * const seats = C.text('seats', ({ guests }) => (typeof guests === 'number' ? `A table for ${guests}.` : null))
 * agent({ name: 'booker', context: [C.window(5), seats] })
 */
export const text = (name: string, write: StateWriter): SourceOf<never> => makeSource('text', { name, write })
