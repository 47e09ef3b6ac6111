import type { JsonObject } from '../../core/ir/json.ts'
import { memberSettings } from '../declare/agents.ts'
import { findPhase } from '../declare/guards.ts'
import { evaluateStateText } from '../declare/state-view.ts'
import { enterPhase, takeTransitions } from './phases.ts'
import type { EngineWork } from './work.ts'

/** Hands the conversation over to the agent that a transfer call names. Returns the result of the call. */
export function transferByCall(work: EngineWork, args: JsonObject): string | JsonObject {
  const { targets, name } = work.config
  const to = typeof args.agent_name === 'string' ? args.agent_name : ''
  if (!targets.includes(to)) return { error: `There is no agent '${to}' here: ${targets.join(', ')}.` }
  setSpeakingAgent(work, to)
  work.effects.push({ type: 'transferred', from: name, to })
  const first = findPhase(work.config, work.config.initialPhase)
  if (first !== null) enterPhase(work, first)
  takeTransitions(work)
  return `Transferred to ${to}.`
}

/** Makes another agent of the conversation the speaking agent, which has not entered a phase yet. */
export function setSpeakingAgent(work: EngineWork, name: string): void {
  const { state, engine } = work
  const { 'session:phase': _, ...values } = state.values
  state.agent = name
  state.values = { ...values, 'session:agent': name }
  state.phase = null
  state.entry = null
  const isFirst = name === engine.config.name
  state.agentBase = isFirst
    ? null
    : evaluateStateText(memberSettings(engine.config, name).instruction, work.shownView)
}
