import type { Agent } from '../../agent/agent.ts'
import type { Diagnostic } from '../../diag/diagnostic.ts'
import { effectFailed, effectNotAwaited, noHandler } from '../../diag/effect.ts'
import { effectOf } from '../../effect/effect.ts'
import { untilAborted } from '../../effect/until-aborted.ts'
import type { EffectOutcome, EventInput } from '../../ir/event.ts'
import type { Origin } from '../../ir/origin.ts'
import type { OriginsOf, Source } from '../../ir/policy.ts'
import { textOfEvent } from '../../remember/memory-turn.ts'
import type { FoundMemory, MemoryStore } from '../../remember/store/memory-store.ts'
import type { Session } from '../../session/session.ts'
import { readStoredMemories } from '../../session/unit/stored-memories.ts'
import { valueText } from '../../template/value-text.ts'
import { shortenForError } from '../../text/columns.ts'
import { toJson } from '../../text/json.ts'
import { reasonOf } from '../../text/reason.ts'
import { wellFormed } from '../../text/well-formed.ts'
import type { CompileOptions } from '../contract/options.ts'
import { conditionHolds } from '../resolve/condition-holds.ts'

/** Memories that were found for each source of an agent, by the origin of the source's declaration. */
export interface Recalled {
  readonly found: ReadonlyMap<Origin, readonly FoundMemory[]>
  /** Outcomes of the searches for memories, as events to append. */
  readonly events: readonly EventInput[]
  readonly diagnostics: readonly Diagnostic[]
}

export const nothingRecalled: Recalled = { found: new Map(), events: [], diagnostics: [] }

/** Maximum number of characters in a query. A longer message does not improve the search. */
const longestQuery = 2_000

/**
 * Searches the memories that an agent's sources request. Never throws: if a store fails, its search returns no
 * memories, and a diagnostic reports the failure.
 */
export async function searchMemories(
  { context = [] }: Agent,
  session: Session,
  options: Pick<CompileOptions, 'memory' | 'owner' | 'signal'>,
): Promise<Recalled> {
  const found = new Map<Origin, readonly FoundMemory[]>()
  const events: EventInput[] = []
  const diagnostics: Diagnostic[] = []
  for (const [place, node] of context.entries()) {
    if (node.kind !== 'source' || node.from.source !== 'memory' || !isActiveSource(node, session)) continue
    const origin: Origin = `d:context.${place}`
    const text = memoryQueryOf(node.from, session)
    if (text === null) continue
    const { memory, owner } = options
    if (memory === undefined || owner === undefined) {
      diagnostics.push(noHandler('recall', [origin]))
      continue
    }
    const outcome = await searchOutcome({ text, top: node.from.top }, session, { ...options, memory, owner })
    if (outcome === null) diagnostics.push(effectNotAwaited('recall', false, [origin]))
    else if ('error' in outcome.effect)
      diagnostics.push(
        effectFailed({ kind: 'recall', handler: memory.id, why: outcome.effect.error }, [origin]),
      )
    else found.set(origin, readStoredMemories(outcome.effect.output) ?? [])
    if (outcome?.isNew) events.push({ author: 'developer', actions: { effect: outcome.effect } })
  }
  return { found, events, diagnostics }
}

/** Returns the outcome of a search: the outcome recorded in the session, or a new one; null if the signal aborted. */
async function searchOutcome(
  { text, top }: { readonly text: string; readonly top: number },
  session: Session,
  {
    memory,
    owner,
    signal,
  }: { readonly memory: MemoryStore } & Required<Pick<CompileOptions, 'owner'>> &
    Pick<CompileOptions, 'signal'>,
): Promise<{ readonly effect: EffectOutcome; readonly isNew: boolean } | null> {
  const { key } = effectOf('recall', memory, { owner, text, top })
  const known = session.units.outcomes.outcomeForKey(key)
  if (known !== undefined) return { effect: known, isNew: false }
  const waiting = signal ?? new AbortController().signal
  const about = { kind: 'recall', key, handler: memory.id } as const
  try {
    // Each session without an id counts as a different session, so the memories of such sessions are never excluded.
    const except = session.id === '' ? {} : { exceptSession: session.id }
    const query = { text, top, ...except, signal: waiting }
    const found = await untilAborted(memory.search(owner, query), waiting)
    const output = toJson(found.slice(0, top))
    if (readStoredMemories(output) === null) throw new Error('it gave something that is no list of memories')
    return { effect: { ...about, output }, isNew: true }
  } catch (error) {
    return waiting.aborted
      ? null
      : { effect: { ...about, error: shortenForError(reasonOf(error)) }, isNew: true }
  }
}

function memoryQueryOf({ query, queryKey }: OriginsOf<'memory'>, session: Session): string | null {
  const { state } = session
  const given =
    queryKey === undefined
      ? (query ?? lastMessage(session))
      : Object.hasOwn(state, queryKey)
        ? valueText(state[queryKey] ?? '')
        : ''
  return given.trim() === '' ? null : wellFormed(given.slice(0, longestQuery))
}

/** Returns the text of the user's last messages. */
function lastMessage(session: Session): string {
  const { rows } = session.units
  const texts: string[] = []
  for (let unit = rows.lastShown(); unit >= 0; unit = rows.unitBefore(unit)) {
    const isUser = rows.ownKindOf(unit) === 'user'
    if (isUser) texts.unshift(textOfEvent(session.event(rows.seqOf(unit))))
    else if (texts.length > 0) break
  }
  return texts.join('\n')
}

/** A condition that throws is not reported here. The code that resolves the policy reports it. */
const isActiveSource = ({ when, tier }: Source, session: Session): boolean =>
  tier !== 'archive' && when.every(condition => conditionHolds(condition, session))
