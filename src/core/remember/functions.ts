import { Path } from '../form/path.ts'
import type { JsonObject } from '../ir/json.ts'
import type { MemoryRule, MemoryRuleOf, NotesMode } from '../ir/memory-rule.ts'
import { readMemoryRule } from './rules.ts'

/** Options of `capture`. */
export interface CaptureOptions<Key extends string = string> {
  /** Key of the state under which the text of the answer is stored. */
  readonly key: Key
}

/** Options of `notes`. */
export interface NotesOptions<Key extends string = string> {
  /** Key of the state under which the notes are stored. */
  readonly key: Key
  /** Position of new notes among the existing ones; `append` by default. `merge` adds only notes that are new. */
  readonly mode?: NotesMode
  /** State key whose value becomes a note; by default, the answer becomes a note. */
  readonly from?: string
  /** Maximum number of notes to keep: done notes are dropped first, then the oldest; 200 by default. */
  readonly most?: number
  /** Number of turns after which a note is dropped. By default, notes are never dropped for their age. */
  readonly olderThan?: number
}

/** Options of `extract`. */
export interface ExtractOptions<Key extends string = string> {
  /** Key of the state under which the value is stored. */
  readonly key: Key
  /** JSON Schema of the value. */
  readonly schema: JsonObject
  /** Prompt for the handler; by default, it asks to fill in the schema from the conversation. */
  readonly prompt?: string
  /** Model to call, if the handler supports several models. */
  readonly model?: string
}

/** Options of `distill`. */
export interface DistillOptions<Key extends string = string> {
  /** Key of the state under which the facts are stored, as notes. */
  readonly key: Key
  /** Prompt for the handler; by default, it asks for facts that will matter later. */
  readonly prompt?: string
  /** Model to call, if the handler supports several models. */
  readonly model?: string
  /** Maximum number of facts to keep; 200 by default. */
  readonly most?: number
}

/** Options of `reconcile`. */
export interface ReconcileOptions<Key extends string = string> {
  /** Key of the state that has the notes, with the newest last. */
  readonly key: Key
  /**
   * Prompt for the handler; by default, it asks for pairs of notes that say the same, and pairs that contradict each
   * other.
   */
  readonly prompt?: string
  /** Model to call, if the handler supports several models. */
  readonly model?: string
}

/** Options of `consolidate`. */
export interface ConsolidateOptions<Key extends string = string> {
  /** Key of the state that has the notes. */
  readonly key: Key
  /** Number of notes above which they are merged. */
  readonly over: number
  /** Prompt for the handler; by default, it asks to merge notes that say the same. */
  readonly prompt?: string
  /** Model to call, if the handler supports several models. */
  readonly model?: string
}

/** A memory rule whose type contains the key that the rule writes. */
export type Remembering<Kind extends MemoryRule['remember'], Key extends string> = Omit<
  MemoryRuleOf<Kind>,
  'key'
> & {
  readonly key: Key
}

/**
 * Stores the text of the agent's answer under a key. No model is called.
 *
 * @example
 * import { agent } from 'ctxc'
 * import { capture } from 'ctxc/remember'
 *
 * agent({ name: 'writer', remember: [capture({ key: 'draft' })] })
 */
export const capture = <const Key extends string>(
  options: CaptureOptions<Key>,
): Remembering<'capture', Key> => makeRule('capture', options)

/**
 * Stores notes under a key, in the form that `C.notes` reads: each item of an answer that is a list, or the whole
 * answer as one note. `[x] text` marks the note with this text as done, and `[ ] text` reopens it. No model is called.
 *
 * @example
 * import { agent, C } from 'ctxc'
 * import { notes } from 'ctxc/remember'
 *
 * agent({
 *   name: 'planner',
 *   instruction: 'Answer with a list of tasks.',
 *   context: [C.all(), C.notes('tasks', { format: 'checklist' })],
 *   remember: [notes({ key: 'tasks', mode: 'merge' })],
 * })
 */
export const notes = <const Key extends string>(options: NotesOptions<Key>): Remembering<'notes', Key> =>
  makeRule('notes', options)

/**
 * Stores a value that the handler `effects.extract` extracts from the turn, if the value matches the schema.
 *
 * @example
 * import { agent } from 'ctxc'
 * import { extract } from 'ctxc/remember'
 *
 * const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
 * agent({ name: 'booker', remember: [extract({ key: 'trip', schema })] })
 */
export const extract = <const Key extends string>(
  options: ExtractOptions<Key>,
): Remembering<'extract', Key> => makeRule('extract', options)

/**
 * Stores facts that the handler `effects.extract` extracts from the turn, as notes. A fact is dropped if it has
 * numbers, quotes or names that nobody mentioned, or if it is already noted.
 *
 * @example
 * import { agent, C } from 'ctxc'
 * import { distill } from 'ctxc/remember'
 *
 * agent({ name: 'helper', context: [C.all(), C.notes('user:facts')], remember: [distill({ key: 'user:facts', most: 50 })] })
 */
export const distill = <const Key extends string>(
  options: DistillOptions<Key>,
): Remembering<'distill', Key> => makeRule('distill', options)

/**
 * Drops notes that a later note repeats in other words or contradicts. The handler `effects.extract` names pairs of
 * such notes. A repeated note is dropped if the later one has half of its words and all of its numbers, quotes and
 * names; a contradicted note if both share a word. Notes are never rewritten. The same notes are checked only once.
 *
 * @example
 * import { agent } from 'ctxc'
 * import { distill, reconcile } from 'ctxc/remember'
 *
 * agent({ name: 'helper', remember: [distill({ key: 'facts' }), reconcile({ key: 'facts' })] })
 */
export const reconcile = <const Key extends string>(
  options: ReconcileOptions<Key>,
): Remembering<'reconcile', Key> => makeRule('reconcile', options)

/**
 * Merges notes into fewer with the handler `effects.extract`, once there are more than `over`. The result is used only
 * if it is shorter and has no numbers, quotes or names that the notes do not have.
 *
 * @example
 * import { agent } from 'ctxc'
 * import { consolidate, distill } from 'ctxc/remember'
 *
 * agent({ name: 'helper', remember: [distill({ key: 'facts' }), consolidate({ key: 'facts', over: 40 })] })
 */
export const consolidate = <const Key extends string>(
  options: ConsolidateOptions<Key>,
): Remembering<'consolidate', Key> => makeRule('consolidate', options)

const makeRule = <Made>(remember: MemoryRule['remember'], options: object): Made =>
  readMemoryRule({ remember, ...options }, Path.options(remember)) as Made
