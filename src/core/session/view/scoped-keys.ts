import { branchConversation } from '../../ir/call-branch.ts'
import type { StateScope } from '../../ir/state-scope.ts'
import { valueKey } from '../../text/equal.ts'
import { firstIndex } from '../../text/list.ts'
import type { Keys } from '../keys.ts'
import type { Session } from '../session.ts'
import type { StateEntry } from '../unit/state-log.ts'
import type { UnitFold } from '../unit/unit-fold.ts'
import { isRelated } from './branch.ts'

/**
 * State keys after some of the events, as they are seen in some scopes. The keys after later events are computed from
 * them.
 */
interface ScopedKeys {
  readonly length: number
  /** Number of processed entries of the state log. */
  readonly entries: number
  /** Number of scopes that have begun. */
  readonly begun: number
  readonly keys: Keys
}

/** Positions for which the state keys of some scopes are known. */
interface Known {
  readonly scopes: string
  /** State keys at the start and after each rewind, in order. No rewind lies between two of these positions. */
  readonly states: ScopedKeys[]
  /** State keys at the last requested position. */
  latest: ScopedKeys
}

/** State keys of the last requested scopes, by the branch of the innermost scope. */
const known = new WeakMap<UnitFold, Map<string, Known>>()

/** Returns a session whose state is limited to the given scopes. If there are no scopes, returns the session itself. */
export const sessionInScopes = (session: Session, scopes: readonly StateScope[]): Session =>
  scopes.length === 0 ? session : session.seenWith(keysInScopes(session, scopes))

/**
 * Returns the state keys after the first `length` events, as they are seen in the innermost of nested scopes (listed
 * outermost first). The computation continues from earlier results.
 */
export function keysInScopes(session: Session, scopes: readonly StateScope[], length = session.length): Keys {
  const [first] = scopes
  const last = scopes.at(-1)
  if (first === undefined || last === undefined || first.from > length) return session.keysAt(length)
  const { units } = session
  const byBranch = known.get(units) ?? new Map<string, Known>()
  known.set(units, byBranch)
  const id = valueKey(scopes)
  const before = byBranch.get(last.branch)
  const own = before?.scopes === id ? before : initialScopedKeys(session, first, id)
  byBranch.set(last.branch, own)
  own.latest = continueFold(session, scopes, length, own)
  return own.latest.keys
}

function initialScopedKeys(session: Session, { from }: StateScope, scopes: string): Known {
  const { entries } = session.units.states
  const index = firstIndex(entries.length, at => (entries[at] as StateEntry).seq >= from)
  const state = { length: from, entries: index, begun: 0, keys: session.keysAt(from) }
  return { scopes, states: [state], latest: state }
}

/** Returns the last known state keys at or before a position. */
function lastBefore({ states, latest }: Known, length: number): ScopedKeys {
  const index = firstIndex(states.length, at => (states[at] as ScopedKeys).length > length) - 1
  const state = states[index] as ScopedKeys
  return latest.length <= length && latest.length > state.length ? latest : state
}

function continueFold(
  session: Session,
  scopes: readonly StateScope[],
  length: number,
  own: Known,
): ScopedKeys {
  const { entries } = session.units.states
  let { entries: index, begun, keys } = lastBefore(own, length)
  const beginUpTo = (seq: number): void => {
    for (let scope = scopes[begun]; scope !== undefined && scope.from <= seq; scope = scopes[++begun])
      keys = keys.keysAfterDelta({ set: scope.set ?? {} }, scope.setBy ?? -1)
  }
  for (; index < entries.length; index++) {
    const entry = entries[index] as StateEntry
    if (entry.seq >= length) break
    beginUpTo(entry.seq)
    const { branch } = scopes[begun - 1] as StateScope
    if (entry.opens || isRelated(callerBranchOf(session, entry.branch), branch))
      keys = keys.keysAfterEvent(session.event(entry.seq))
    if (entry.rewindTo === null) continue
    keys = keys.keysAfterRewind(keysInScopes(session, scopes, entry.rewindTo))
    if (entry.seq >= (own.states.at(-1)?.length ?? 0))
      own.states.push({ length: entry.seq + 1, entries: index + 1, begun, keys })
  }
  beginUpTo(length)
  return { length, entries: index, begun, keys }
}

/**
 * Returns the branch of the program to which a branch belongs. For the branch of an agent that works as a tool, this is
 * the branch of the agent that called it.
 */
export function callerBranchOf(session: Session, branch: string): string {
  let own = branch
  let before = session.length
  for (let name = branchConversation(own); name !== ''; name = branchConversation(own)) {
    const seq = Number.parseInt(name.slice('call:'.length), 10)
    // A call comes before the conversation that answers it. But in a log from another source, calls may refer to each
    // other or to no call at all.
    if (!(seq < before)) return ''
    before = seq
    own = session.event(seq).branch
  }
  return own
}
