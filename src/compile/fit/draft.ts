import type { Note } from '../../diag/collect.ts'
import type { Edit } from '../../ir/edit.ts'
import type { BackEnd, Fragment } from '../../target/target.ts'
import type { Emitted } from './fragments.ts'
import type { Window } from './window.ts'

/** A request put together, and what that took. */
export interface Drafted {
  readonly request: object
  readonly notes: readonly Note[]
  /** By ordinal: every edit of a unit that the fixes changed too. */
  readonly edits: ReadonlyMap<number, readonly Edit[]>
}

/** Puts a request together from fragments of a history and what stands beside it, and lets the target's fixes run over it. */
export function draft(backEnd: BackEnd, { sent, stubs }: Window, fragments: readonly Fragment[]): Drafted {
  const notes: Note[] = []
  const edits = new Map<number, readonly Edit[]>()
  // Fixes that change a message are rare: whose it is, is found out then.
  let owners: Map<object, Emitted> | undefined
  const ownerOf = (message: object): Emitted | undefined => {
    owners ??= new Map(sent.flatMap(unit => unit.messages.map(item => [item, unit] as const)))
    return owners.get(message)
  }
  const request = backEnd.finish(
    fragments,
    stubs.names,
    note => notes.push(note),
    (message, edit) => {
      const unit = ownerOf(message)
      if (!unit) return
      const before = edits.get(unit.ordinal) ?? unit.edits
      edits.set(unit.ordinal, [...new Set([...before, edit])])
    },
  )
  return { request, notes, edits }
}
