import { makeSource } from '../policy/make.ts'
import type { SourceOf } from '../policy/source.ts'

/**
 * Adds a text that the caller passes to the compile under this name, in the option `artifacts`.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'lawyer', context: [C.window(5), C.artifact('contract.md').atMost(4000)] })
 */
export const artifact = (name: string): SourceOf<never> => makeSource('artifact', { name })
