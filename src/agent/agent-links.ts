import type { Need } from './needs.ts'

/** What an agent has to do with the members around it, for types. */
export interface AgentLinks<
  Output extends string = string,
  Expects extends string = string,
  Below extends Need = Need,
> {
  /** The key that its answer is kept under; never where it has none. */
  readonly output: Output
  /** Keys that a session brings. */
  readonly expects: Expects
  /** What the agents below it read: they may be handed over to. */
  readonly below: Below
}
