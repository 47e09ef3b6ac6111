import type { ActivePolicy } from '../../ir/policy.ts'
import type { Routing } from './routing.ts'

/** Part of the session's conversation that an agent is shown. */
export type Contents =
  /** Everything except the answers that reach the agent through the state. */
  | 'topology'
  | 'all'
  /** Only the current turn. */
  | 'none'
  /** All messages of users and developers, and the current turn. */
  | 'user-only'
  /** Everything except other agents' messages. */
  | 'exclude-agents'

/** Inputs that decide which conversation units of a session an agent is shown. */
export interface Sight {
  /** Authors whose messages count as the agent's own. */
  readonly own: ReadonlySet<string>
  /** Branch of the agent. The agent sees this branch, its ancestors and its descendants, but no other branches. */
  readonly branch: string
  readonly contents: Contents
  /**
   * Seq of the event with the declarations with which the agent's requests begin: later changes are shown as messages.
   * Absent if the requests begin with the current declarations.
   */
  readonly declaredAt?: number
  /** Keys and authors by which other agents' answers reach the agent through the state; absent if there are none. */
  readonly routing?: Routing
  /** Policy that selects among the visible units; absent to keep all. */
  readonly policy?: ActivePolicy
}

/** Returns plain data for comparing the keys through which answers reach an agent. */
export const routingData = ({ routing }: Sight): readonly unknown[] =>
  routing === undefined ? [] : [[...routing.reads], routing.authors]

/** Reason why an agent is never shown a conversation unit, even with an unlimited budget. */
export type Unseen =
  | 'taken-back'
  /** The unit is on a branch that is not related to the agent's branch. */
  | 'other-branch'
  /** Another agent wrote the unit, and its text is in the state under a key that this agent reads. */
  | 'through-state'
  /** Another agent wrote the unit. */
  | 'other-agent'
  /** The unit announces a change of declarations that requests begin with by now, or that belong to another agent. */
  | 'other-declarations'
  /** The unit is before the current turn. */
  | 'earlier-turn'
  /** No clause of the agent's policy selects the unit. */
  | 'not-selected'
  /** A clause of the agent's policy selected the unit earlier, but now selects newer units instead. */
  | 'slid-out'
  /** Newer units use all tokens of the clause that selects the unit. */
  | 'over-clause'
  /** The policy excludes the unit from every request. */
  | 'archived'
