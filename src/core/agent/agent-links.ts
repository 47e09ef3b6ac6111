import type { Need } from './needs.ts'

/** Types that connect an agent to the members around it. */
export interface AgentLinks<
  Output extends string = string,
  Expects extends string = string,
  Below extends Need = Need,
  Answer = unknown,
> {
  /** State key under which the agent's answer is stored; `never` if the agent has no `outputKey`. */
  readonly output: Output
  /** Keys that a session must provide. */
  readonly expects: Expects
  /** Keys that are read by the sub-agents to which the agent may transfer. */
  readonly below: Below
  /** Type of the answer in the state; `never` if the agent has no `outputKey`. */
  readonly answer: Answer
}
