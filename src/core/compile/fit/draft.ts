import type { FindingNote } from '../../diag/collect.ts'
import type { Edit } from '../../ir/edit.ts'
import type { BackEnd, Fragment } from '../../target/target.ts'
import type { Emitted } from './emitted.ts'
import type { Window } from './window.ts'

/** Request, with the notes and edits that were made while it was built. */
export interface Drafted {
  readonly request: object
  readonly notes: readonly FindingNote[]
  /**
   * All edits of each conversation unit that the target's fixes changed, by the unit's ordinal. Unchanged units are not
   * in the map.
   */
  readonly edits: ReadonlyMap<number, readonly Edit[]>
  /** Ordinals of the conversation units that continue an answer after a filler. */
  readonly asked: ReadonlySet<number>
  /** Fragments of the request, in order. */
  readonly fragments: readonly Fragment[]
}

/**
 * Builds a request from the fragments of the history and of the context blocks, and applies the target's fixes to the
 * request.
 */
export function buildDraft(
  backEnd: BackEnd,
  { sent, stubs }: Window,
  fragments: readonly Fragment[],
): Drafted {
  const notes: FindingNote[] = []
  const edits = new Map<number, readonly Edit[]>()
  // Unit of each message. The map is built on first use, because fixes rarely change a message.
  let owners: Map<object, Emitted> | undefined
  const unitOfMessage = (message: object): Emitted | undefined => {
    owners ??= new Map(sent.flatMap(unit => unit.messages.map(item => [item, unit] as const)))
    return owners.get(message)
  }
  const request = backEnd.finish(
    fragments,
    stubs.names,
    note => notes.push(note),
    (message, edit) => {
      const unit = unitOfMessage(message)
      if (!unit) return
      const before = edits.get(unit.ordinal) ?? unit.edits
      edits.set(unit.ordinal, [...new Set([...before, edit])])
    },
  )
  const asked = new Set<number>()
  // A history without other fragments between its units has no filler.
  if (fragments !== sent)
    fragments.forEach((fragment: Fragment | Emitted, index) => {
      if (fragment.fills) notes.push(...fragment.notes)
      else if (fragments[index - 1]?.fills && 'ordinal' in fragment) asked.add(fragment.ordinal)
    })
  return { request, notes, edits, asked, fragments }
}
