import type { NotesFormat } from '../../ir/policy.ts'
import { checkedOptions, makeSource } from '../policy/make.ts'
import type { SourceOf } from '../policy/source.ts'

/** Options for how notes are shown. */
export interface NotesOptions {
  /**
   * Format of a list: one item to a line, as a checklist, numbered, with the turn of each (`log`), or as one JSON value to a line
   * (`structured`); `plain` by default. Other values are unformatted.
   */
  readonly format?: NotesFormat
}

/**
 * Adds notes: a list or a text under a key of the state. There may be none yet, so nothing has to write the key.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'booker', context: [C.window(5), C.notes('preferences', { format: 'checklist' })] })
 */
export const notes = (key: string, options: NotesOptions = {}): SourceOf<never> =>
  makeSource('notes', { key, ...checkedOptions('notes', options, ['format']) })
