import type { Agent } from '../../agent/agent.ts'
import type { Effects } from '../../effect/handler.ts'
import type { EffectOutcome, EventInput, EventRange, StateDelta } from '../../ir/event.ts'
import type { MemoryRule } from '../../ir/memory-rule.ts'
import { type AskedMemory, askedMemories, changeByOutcome } from '../../remember/asked.ts'
import { changesNow } from '../../remember/changes.ts'
import type { MemoryTurn } from '../../remember/memory-turn.ts'
import type { Session } from '../../session/session.ts'
import type { AgentLens } from '../agent-lens.ts'
import { type Answered, isRewoundEvent, turnOf } from './turn-of.ts'

/** Work that an agent's memory rules request after an answer. */
export interface AskedAfter extends AskedMemory {
  readonly turn: MemoryTurn
  readonly branch: string
}

/** Returns the event with the state changes that an agent's rules make without a handler; null if there is none. */
export function changesAfter({ remember = [] }: Agent, answered: Answered): EventInput | null {
  const turn = remember.length === 0 ? null : turnOf(answered)
  const change = turn === null ? null : changesNow(remember, turn)
  if (turn === null || change === null) return null
  const { session, branch } = answered
  return memoryEvent(branch, { state: change, madeFrom: sourceEventRanges(session, turn, change) })
}

/**
 * Returns the work that an agent's rules request from a handler and that is not done yet. `answered` is the session
 * without protected values.
 */
export function memoriesAfter(
  { remember = [] }: Agent,
  answered: Answered,
  { extract }: Effects,
  lens: AgentLens,
): readonly AskedAfter[] {
  const asks = remember.some(({ remember: kind }) => kind !== 'capture' && kind !== 'notes')
  const turn = extract === undefined || !asks ? null : turnOf(answered)
  if (extract === undefined || turn === null) return []
  const { branch } = answered
  const { outcomes } = answered.session.units
  return askedMemories(protectRules(lens, remember), turn, extract)
    .filter(({ effect }) => {
      const known = outcomes.outcomeForKey(effect.key)
      // Work that failed is tried again after a later answer.
      return known === undefined || 'error' in known
    })
    .map(asked => ({ ...asked, turn, branch }))
}

/** Returns memory rules with protected values removed from the tasks for their handlers. */
export const protectRules = (lens: AgentLens, rules: readonly MemoryRule[]): readonly MemoryRule[] =>
  rules.map(rule =>
    rule.remember === 'capture' || rule.remember === 'notes' ? rule : lens.protectTask<typeof rule>(rule),
  )

/**
 * Returns the event that records an outcome and changes the state; null if the answer was rewound. `seen` is the
 * version of the session that the handler saw.
 */
export function outcomeEvent(
  asked: AskedAfter,
  effect: EffectOutcome,
  { session, seen }: { readonly session: Session; readonly seen: Session },
): EventInput | null {
  const { turn, branch } = asked
  if (isRewoundEvent(session, turn.seq)) return null
  const change = changeByOutcome(asked, effect, { whole: session.state, seen: seen.state, turn: turn.turn })
  if (change === null) return memoryEvent(branch, { effect })
  return memoryEvent(branch, { state: change, effect, madeFrom: sourceEventRanges(session, turn, change) })
}

/**
 * Returns the source events of a state change: the events of the turn, and the events that had set the changed keys
 * before.
 */
function sourceEventRanges(
  { keys }: Session,
  { covers }: MemoryTurn,
  { set = {} }: StateDelta,
): readonly EventRange[] {
  const before = Object.keys(set).flatMap(key => {
    const seq = keys.get(key)?.seq ?? -1
    return seq < 0 ? [] : [{ from: seq, to: seq + 1 }]
  })
  return [...covers, ...before]
}

/** The values have the trust of a model, even if code extracted them, because a model wrote the answer. */
const memoryEvent = (branch: string, actions: EventInput['actions'] & object): EventInput => ({
  author: 'developer',
  trust: 'model',
  branch,
  actions,
})
