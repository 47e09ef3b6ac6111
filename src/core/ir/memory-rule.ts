import type { JsonObject } from './json.ts'

/** Form of new notes beside those that a key holds: after them, before them, instead of them, or only those that are new. */
export type NotesMode = 'append' | 'prepend' | 'replace' | 'merge'

/** Rule by which an agent's answer changes a key of the state, after the agent answered. */
export type MemoryRule =
  /** The text of the answer becomes the key's value. */
  | { readonly remember: 'capture'; readonly key: string }
  /** The answer, or the value of another key, becomes notes. */
  | {
      readonly remember: 'notes'
      readonly key: string
      readonly mode: NotesMode
      /** Key whose value is noted; the answer if omitted. */
      readonly from?: string
      /** Most notes that are kept. */
      readonly most?: number
      /** Age in turns from which notes are dropped. */
      readonly olderThan?: number
    }
  /** A value that a handler reads from the turn, by a schema. */
  | {
      readonly remember: 'extract'
      readonly key: string
      readonly schema: JsonObject
      readonly prompt?: string
      readonly model?: string
    }
  /** Facts that a handler reads from the turn: those that are new become notes. */
  | {
      readonly remember: 'distill'
      readonly key: string
      readonly prompt?: string
      readonly model?: string
      readonly most?: number
    }
  /** Notes of which those that later ones repeat or contradict are dropped, by a handler. */
  | {
      readonly remember: 'reconcile'
      readonly key: string
      readonly prompt?: string
      readonly model?: string
    }
  /** Notes that a handler merges into fewer once they are more than `over`. */
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
