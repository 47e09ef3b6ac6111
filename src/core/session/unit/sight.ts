import type { ActivePolicy } from '../../ir/policy.ts'
import type { Routing } from './routing.ts'

/** Choice of the session's units that an agent is shown. */
export type Contents =
  /** Everything except answers that reach the agent through the state. */
  | 'topology'
  | 'all'
  /** Only the current turn. */
  | 'none'
  /** All messages of users and developers, and the current turn. */
  | 'user-only'
  /** Everything except other agents' messages. */
  | 'exclude-agents'

/** Inputs that decide which part of a session an agent is shown. */
export interface Sight {
  /** Authors whose messages are the agent's own. */
  readonly own: ReadonlySet<string>
  /** Branch of the agent. An agent is also shown the ancestors and descendants of its branch, but no other branches. */
  readonly branch: string
  readonly contents: Contents
  /** Routing of answers that reach the agent through the state; absent if there are none. */
  readonly routing?: Routing
  /** Policy that selects among these units; absent to keep all. */
  readonly policy?: ActivePolicy
}

/** Returns plain data that differs if answers reach the agent through other keys. */
export const routingData = ({ routing }: Sight): readonly unknown[] =>
  routing === undefined ? [] : [[...routing.reads], routing.authors]

/** Reason why an agent is never shown a unit, whatever the budget. */
export type Unseen =
  | 'taken-back'
  /** The unit is on a branch unrelated to the agent's. */
  | 'other-branch'
  /** The unit is another agent's, and its text is in the state under a key that this agent reads. */
  | 'through-state'
  /** The unit is another agent's. */
  | 'other-agent'
  /** The unit is before the current turn. */
  | 'earlier-turn'
  /** No clause of the agent's policy selects the unit. */
  | 'not-selected'
  /** A clause selected the unit earlier, but has moved past it. */
  | 'slid-out'
  /** Newer units use up the tokens of the unit's clause. */
  | 'over-clause'
  /** The policy excludes the unit from every request. */
  | 'archived'
