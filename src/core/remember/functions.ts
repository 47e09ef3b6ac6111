import { Path } from '../form/path.ts'
import type { JsonObject } from '../ir/json.ts'
import type { MemoryRule, MemoryRuleOf, NotesMode } from '../ir/memory-rule.ts'
import { readMemoryRule } from './rules.ts'

/** Options of `capture`. */
export interface CaptureOptions<Key extends string = string> {
  /** Key of the state that gets the text of the answer. */
  readonly key: Key
}

/** Options of `notes`. */
export interface NotesOptions<Key extends string = string> {
  /** Key of the state that holds the notes. */
  readonly key: Key
  /** Place of new notes beside those that are there; `append` by default. `merge` adds only those that are new. */
  readonly mode?: NotesMode
  /** Key whose value is noted; the answer by default. */
  readonly from?: string
  /** Most notes that are kept: done ones go first, then the oldest; 200 by default. */
  readonly most?: number
  /** Turns after which a note is dropped. By default, none is. */
  readonly olderThan?: number
}

/** Options of `extract`. */
export interface ExtractOptions<Key extends string = string> {
  /** Key of the state that gets the value. */
  readonly key: Key
  /** JSON Schema of the value. */
  readonly schema: JsonObject
  /** Task of the handler; by default, to fill in the schema from what was said. */
  readonly prompt?: string
  /** Model to call, for a handler that knows several. */
  readonly model?: string
}

/** Options of `distill`. */
export interface DistillOptions<Key extends string = string> {
  /** Key of the state that holds the facts, as notes. */
  readonly key: Key
  /** Task of the handler; by default, to list facts that will matter later. */
  readonly prompt?: string
  /** Model to call, for a handler that knows several. */
  readonly model?: string
  /** Most facts that are kept; 200 by default. */
  readonly most?: number
}

/** Options of `reconcile`. */
export interface ReconcileOptions<Key extends string = string> {
  /** Key of the state that holds the notes, the newest last. */
  readonly key: Key
  /** Task of the handler; by default, to name pairs that say the same, and pairs that contradict each other. */
  readonly prompt?: string
  /** Model to call, for a handler that knows several. */
  readonly model?: string
}

/** Options of `consolidate`. */
export interface ConsolidateOptions<Key extends string = string> {
  /** Key of the state that holds the notes. */
  readonly key: Key
  /** Number of notes beyond which they are merged. */
  readonly over: number
  /** Task of the handler; by default, to merge notes that say the same. */
  readonly prompt?: string
  /** Model to call, for a handler that knows several. */
  readonly model?: string
}

/** A rule whose type names the key that it writes. */
export type Remembering<Kind extends MemoryRule['remember'], Key extends string> = Omit<
  MemoryRuleOf<Kind>,
  'key'
> & {
  readonly key: Key
}

/**
 * Keeps the text of the agent's answer under a key. No model is called.
 *
 * @example
 * import { agent } from 'ctxc'
 * import { capture } from 'ctxc/remember'
 *
 * agent({ name: 'writer', remember: [capture({ key: 'draft' })] })
 */
export const capture = <const Key extends string>(
  options: CaptureOptions<Key>,
): Remembering<'capture', Key> => made('capture', options)

/**
 * Keeps notes under a key, in the form that `C.notes` reads: the items of an answer that is a list, or the whole answer as one.
 * `[x] text` ticks off the note of that text, and `[ ] text` opens it. No model is called.
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
  made('notes', options)

/**
 * Keeps a value that the handler `effects.extract` reads from the turn, if the schema allows it.
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
): Remembering<'extract', Key> => made('extract', options)

/**
 * Keeps facts that the handler `effects.extract` reads from the turn, as notes. A fact with numbers, quotes or names that
 * nobody said is left out, and so is one that is there.
 *
 * @example
 * import { agent, C } from 'ctxc'
 * import { distill } from 'ctxc/remember'
 *
 * agent({ name: 'helper', context: [C.all(), C.notes('user:facts')], remember: [distill({ key: 'user:facts', most: 50 })] })
 */
export const distill = <const Key extends string>(
  options: DistillOptions<Key>,
): Remembering<'distill', Key> => made('distill', options)

/**
 * Drops notes that a later one repeats in other words, or contradicts, by the handler `effects.extract`, which names pairs of
 * them. A repeated note goes if the later one has half of its words and all of its numbers, quotes and names, and a contradicted
 * one if both share a word. No note is written anew. The same notes are looked at once.
 *
 * @example
 * import { agent } from 'ctxc'
 * import { distill, reconcile } from 'ctxc/remember'
 *
 * agent({ name: 'helper', remember: [distill({ key: 'facts' }), reconcile({ key: 'facts' })] })
 */
export const reconcile = <const Key extends string>(
  options: ReconcileOptions<Key>,
): Remembering<'reconcile', Key> => made('reconcile', options)

/**
 * Merges notes into fewer, by the handler `effects.extract`, once they are more than `over`. The result is used if it is shorter
 * and has no numbers, quotes or names that the notes do not have.
 *
 * @example
 * import { agent } from 'ctxc'
 * import { consolidate, distill } from 'ctxc/remember'
 *
 * agent({ name: 'helper', remember: [distill({ key: 'facts' }), consolidate({ key: 'facts', over: 40 })] })
 */
export const consolidate = <const Key extends string>(
  options: ConsolidateOptions<Key>,
): Remembering<'consolidate', Key> => made('consolidate', options)

const made = <Made>(remember: MemoryRule['remember'], options: object): Made =>
  readMemoryRule({ remember, ...options }, Path.options(remember)) as Made
