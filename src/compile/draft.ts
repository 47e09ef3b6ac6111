import type { Note } from '../diag/collect.ts'
import type { Edit } from '../map/ledger.ts'
import type { BackEnd, Fragment } from '../target/target.ts'
import type { Beside } from './beside/emit.ts'
import type { Emitted } from './fragments.ts'
import type { Window } from './window.ts'

/** A request put together, and what that took. */
export interface Drafted {
  readonly request: object
  readonly notes: readonly Note[]
  /** By ordinal: every edit of a unit that the fixes changed too. */
  readonly edits: ReadonlyMap<number, readonly Edit[]>
}

/** What stands beside the history, and the unit behind which it does; null for behind all of it. */
export interface Placed {
  readonly pieces: Beside['pieces']
  readonly after: number | null
}

const atEnd: Placed = { pieces: [], after: null }

function withBeside(sent: readonly Emitted[], { pieces, after }: Placed): readonly Fragment[] {
  const fragments = pieces.map(({ fragment }) => fragment)
  const place = after === null ? sent.length : sent.findLastIndex(({ ordinal }) => ordinal === after) + 1
  return fragments.length === 0 ? sent : [...sent.slice(0, place), ...fragments, ...sent.slice(place)]
}

/** Puts a request together from the chosen history and lets the target's fixes run over it. */
export function draft(backEnd: BackEnd, { sent, stubs }: Window, beside: Placed = atEnd): Drafted {
  const notes: Note[] = []
  const edits = new Map<number, readonly Edit[]>()
  // Fixes that change a message are rare: whose it is, is found out then.
  let owners: Map<object, Emitted> | undefined
  const ownerOf = (message: object): Emitted | undefined => {
    owners ??= new Map(sent.flatMap(unit => unit.messages.map(item => [item, unit] as const)))
    return owners.get(message)
  }
  const request = backEnd.finish(
    withBeside(sent, beside),
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
