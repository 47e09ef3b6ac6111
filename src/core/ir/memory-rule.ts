import type { JsonObject } from './json.ts'

/**
 * Way in which new notes are stored: after or before the existing notes, in their place, or only if an equal note does
 * not exist yet.
 */
export type NotesMode = 'append' | 'prepend' | 'replace' | 'merge'

/** Rule by which an agent's answer changes a key of the state. */
export type MemoryRule =
  /** The text of the answer becomes the key's value. */
  | { readonly remember: 'capture'; readonly key: string }
  /** The answer, or the value of another key, is added as notes. */
  | {
      readonly remember: 'notes'
      readonly key: string
      readonly mode: NotesMode
      /** Key whose value becomes the note; the answer if omitted. */
      readonly from?: string
      /** Maximum number of notes to keep. */
      readonly most?: number
      /** Age in turns from which notes are dropped. */
      readonly olderThan?: number
    }
  /** A handler extracts a value from the turn, according to a schema. */
  | {
      readonly remember: 'extract'
      readonly key: string
      readonly schema: JsonObject
      readonly prompt?: string
      readonly model?: string
    }
  /** A handler extracts facts from the turn; new facts become notes. */
  | {
      readonly remember: 'distill'
      readonly key: string
      readonly prompt?: string
      readonly model?: string
      readonly most?: number
    }
  /** A handler drops notes that later notes repeat or contradict. */
  | {
      readonly remember: 'reconcile'
      readonly key: string
      readonly prompt?: string
      readonly model?: string
    }
  /** A handler merges the notes into fewer once there are more than `over`. */
  | {
      readonly remember: 'consolidate'
      readonly key: string
      readonly over: number
      readonly prompt?: string
      readonly model?: string
    }

/** Rule of one kind. */
export type MemoryRuleOf<Kind extends MemoryRule['remember']> = Extract<
  MemoryRule,
  { readonly remember: Kind }
>
