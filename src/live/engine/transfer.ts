import type { JsonObject } from '../../core/ir/json.ts'
import { memberOf } from '../declare/agents.ts'
import { phaseOf } from '../declare/guards.ts'
import { writtenText } from '../declare/state-view.ts'
import { enter, evaluate } from './phases.ts'
import type { EngineWork } from './work.ts'

/** Hands the conversation over to the agent that a call names. Returns the result of the call. */
export function transfer(work: EngineWork, args: JsonObject): string | JsonObject {
  const { targets, name } = work.config
  const to = typeof args.agent_name === 'string' ? args.agent_name : ''
  if (!targets.includes(to)) return { error: `There is no agent '${to}' here: ${targets.join(', ')}.` }
  takeOver(work, to)
  work.effects.push({ type: 'transferred', from: name, to })
  const first = phaseOf(work.config, work.config.initialPhase)
  if (first !== null) enter(work, first)
  evaluate(work)
  return `Transferred to ${to}.`
}

/** Makes another agent of the conversation the speaker. It has not entered a phase yet. */
export function takeOver(work: EngineWork, name: string): void {
  const { state, engine } = work
  const { 'session:phase': _, ...values } = state.values
  state.agent = name
  state.values = { ...values, 'session:agent': name }
  state.phase = null
  state.entry = null
  const isFirst = name === engine.config.name
  state.agentBase = isFirst ? null : writtenText(memberOf(engine.config, name).instruction, work.shownView)
}
