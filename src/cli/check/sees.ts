import { mayShow, selectsAll } from '../../core/context/policy/may-show.ts'
import { isRelated } from '../../core/session/view/branch.ts'
import type { Facts, StandingAgent } from './facts.ts'
import { answersInBetween } from './spoken-between.ts'

/** Whether an agent runs after another agent, and can see the branch of the session in which the other agent runs. */
export const comesAfter = (facts: Facts, later: StandingAgent, name: string): boolean =>
  facts.recorder.before.get(later.place)?.has(name) === true &&
  (facts.named.get(name) ?? []).some(({ branch }) => isRelated(branch, later.branch))

/** Whether an agent gets the answers of another agent through the state. */
export const getsAnswersThroughState = ({ graph }: Facts, name: string, { agent }: StandingAgent): boolean =>
  graph.routes.get(agent.name)?.has(name) === true

/** Whether an agent sees the messages that another agent wrote earlier in the turn. */
export function seesMessagesOf(facts: Facts, standing: StandingAgent, name: string): boolean {
  const { context, includeContents: contents = 'topology' } = standing.agent
  if (!comesAfter(facts, standing, name)) return false
  if (context !== undefined && !selectsAll(context)) {
    return mayShow(context, name, answersInBetween(facts, name, standing))
  }
  if (contents === 'user-only' || contents === 'exclude-agents') return false
  return contents !== 'topology' || !getsAnswersThroughState(facts, name, standing)
}
