import { conversationOf } from '../../ir/call-branch.ts'
import type { StateScope } from '../../ir/state-scope.ts'
import { firstIndex } from '../../text/first-index.ts'
import { valueKey } from '../../text/value-key.ts'
import type { Keys } from '../keys.ts'
import type { Session } from '../session.ts'
import type { StateEntry } from '../unit/state-log.ts'
import type { UnitFold } from '../unit/unit-fold.ts'
import { isRelated } from './branch.ts'

/** Keys in some scopes after some events, from which the fold goes on. */
interface ScopedKeys {
  readonly scopes: string
  readonly length: number
  /** Number of entries of the state log that are folded. */
  readonly entries: number
  /** Number of scopes that have begun. */
  readonly begun: number
  readonly keys: Keys
}

/** By branch of the innermost scope, the keys that were asked for last. */
const known = new WeakMap<UnitFold, Map<string, ScopedKeys>>()

/** Returns a session whose state is that of the scopes; without scopes, the session itself. */
export const seenIn = (session: Session, scopes: readonly StateScope[]): Session =>
  scopes.length === 0 ? session : session.seenWith(keysIn(session, scopes))

/**
 * Returns the keys after the first `length` events as the innermost of nested scopes has them, outermost first. Keys that
 * were asked for before are folded on.
 */
export function keysIn(session: Session, scopes: readonly StateScope[], length = session.length): Keys {
  const [first] = scopes
  const last = scopes.at(-1)
  if (first === undefined || last === undefined || first.from > length) return session.keysAt(length)
  const { units } = session
  const byBranch = known.get(units) ?? new Map<string, ScopedKeys>()
  known.set(units, byBranch)
  const id = valueKey(scopes)
  const before = byBranch.get(last.branch)
  const isFit = before?.scopes === id && before.length <= length
  const next = foldOn(session, scopes, length, isFit ? before : beginOf(session, first, id))
  byBranch.set(last.branch, next)
  return next.keys
}

const beginOf = (session: Session, { from }: StateScope, scopes: string): ScopedKeys => {
  const { entries } = session.units.states
  const index = firstIndex(entries.length, at => (entries[at] as StateEntry).seq >= from)
  return { scopes, length: from, entries: index, begun: 0, keys: session.keysAt(from) }
}

function foldOn(
  session: Session,
  scopes: readonly StateScope[],
  length: number,
  before: ScopedKeys,
): ScopedKeys {
  const { entries } = session.units.states
  let { entries: index, begun, keys } = before
  const beginUpTo = (seq: number): void => {
    for (let scope = scopes[begun]; scope !== undefined && scope.from <= seq; scope = scopes[++begun])
      keys = keys.with({ set: scope.set ?? {} }, scope.setBy ?? -1)
  }
  for (; index < entries.length; index++) {
    const entry = entries[index] as StateEntry
    if (entry.seq >= length) break
    beginUpTo(entry.seq)
    const { branch } = scopes[begun - 1] as StateScope
    if (entry.opens || isRelated(callerBranchOf(session, entry.branch), branch))
      keys = keys.after(session.event(entry.seq))
    if (entry.rewindTo !== null) keys = keys.backTo(keysIn(session, scopes, entry.rewindTo))
  }
  beginUpTo(length)
  return { scopes: before.scopes, length, entries: index, begun, keys }
}

/** Returns a branch of the program itself: for an agent that works as a tool, that of the agent that called it. */
export function callerBranchOf(session: Session, branch: string): string {
  const conversation = conversationOf(branch)
  if (conversation === '') return branch
  const seq = Number.parseInt(conversation.slice('call:'.length), 10)
  // Calls come before the conversations that answer them.
  const isKnown = seq >= 0 && seq < session.length
  const caller = isKnown ? session.event(seq).branch : ''
  return conversationOf(caller) === conversation ? '' : callerBranchOf(session, caller)
}
