import type { NotesFormat } from '../../ir/policy.ts'
import { checkedOptions, makeSource } from '../policy/make.ts'
import type { SourceOf } from '../policy/source.ts'

/** Options for how notes are shown. */
export interface NotesOptions {
  /**
   * Format of a list: one item per line (`plain`, the default), as a checklist, numbered, with the turn of each item
   * (`log`), or as one JSON value per line (`structured`). A value that is not a list is not formatted.
   */
  readonly format?: NotesFormat
}

/**
 * Adds notes: a list or a text that the state contains under a key. The key is optional, so the program need not write
 * it.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'booker', context: [C.window(5), C.notes('preferences', { format: 'checklist' })] })
 */
export const notes = (key: string, options: NotesOptions = {}): SourceOf<never> =>
  makeSource('notes', { key, ...checkedOptions('notes', options, ['format']) })
