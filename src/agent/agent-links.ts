import type { Need } from './needs.ts'

/** Links of an agent to the members around it, for types. */
export interface AgentLinks<
  Output extends string = string,
  Expects extends string = string,
  Below extends Need = Need,
> {
  /** The key that its answer is kept under; never where it has none. */
  readonly output: Output
  /** Keys that a session brings. */
  readonly expects: Expects
  /** Reads of the agents below it, to which control may be transferred. */
  readonly below: Below
}
