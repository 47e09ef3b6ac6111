import type { Agent } from '../../agent/agent.ts'
import type { Effects } from '../../effect/handler.ts'
import type { EffectOutcome, EventInput, StateDelta } from '../../ir/event.ts'
import { type AskedMemory, askedMemories, changeBy } from '../../remember/asked.ts'
import { changesNow } from '../../remember/changes.ts'
import { type Answered, turnOf } from './turn-of.ts'

/** Returns the event by which an agent's rules change the state at once; null for none. */
export function changesAfter({ remember = [] }: Agent, answered: Answered): EventInput | null {
  const turn = remember.length === 0 ? null : turnOf(answered)
  const change = turn === null ? null : changesNow(remember, turn)
  return change === null ? null : eventOf(answered, change)
}

/** Returns the work that an agent's rules ask a handler for. `answered` is the session as a model may see it. */
export function memoriesAfter(
  { remember = [] }: Agent,
  answered: Answered,
  { extract }: Effects,
): readonly AskedMemory[] {
  if (extract === undefined || !remember.some(({ remember: kind }) => kind !== 'capture' && kind !== 'notes'))
    return []
  const turn = turnOf(answered)
  return turn === null ? [] : askedMemories(remember, turn, extract)
}

/** Returns the event that records an outcome, and changes the state as it is now. */
export function eventFor(asked: AskedMemory, effect: EffectOutcome, answered: Answered): EventInput {
  const turn = turnOf(answered)?.turn ?? 0
  return eventOf(answered, changeBy(asked, effect, { state: answered.state, turn }), effect)
}

/** The values are a model's, whoever writes them down. */
const eventOf = (
  { branch }: Pick<Answered, 'branch'>,
  change: StateDelta | null,
  effect?: EffectOutcome,
): EventInput => ({
  author: 'developer',
  trust: 'model',
  branch,
  actions: { ...(change !== null && { state: change }), ...(effect !== undefined && { effect }) },
})
