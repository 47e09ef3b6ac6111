import type { Need } from './needs.ts'

/** Type-level links of an agent to the members around it. */
export interface AgentLinks<
  Output extends string = string,
  Expects extends string = string,
  Below extends Need = Need,
  Answer = unknown,
> {
  /** State key that keeps the agent's answer; `never` if the agent has no `outputKey`. */
  readonly output: Output
  /** Keys that a session must provide. */
  readonly expects: Expects
  /** Reads of the agents below, to which control may be transferred. */
  readonly below: Below
  /** Type of the answer as the state keeps it; `never` if the agent has no `outputKey`. */
  readonly answer: Answer
}
