import type { ActivePolicy } from '../../ir/policy.ts'
import type { Routing } from './routing.ts'

/** Selection of a session's units that an agent is shown. */
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
  /** The agent's branch. Of other branches, the agent is shown its ancestors and descendants. */
  readonly branch: string
  readonly contents: Contents
  /** Routing of answers that reach the agent through the state; absent if there are none. */
  readonly routing?: Routing
  /** Policy that selects among these units; absent to keep all. */
  readonly policy?: ActivePolicy
}

/** Returns plain data that distinguishes one routing of answers to an agent from another. */
export const routed = ({ routing }: Sight): readonly unknown[] =>
  routing === undefined ? [] : [[...routing.reads], routing.authors]

/** Reason that an agent is not shown a unit, whatever the budget. */
export type Unseen =
  | 'taken-back'
  /** On a branch unrelated to the agent's. */
  | 'other-branch'
  /** Another agent's unit, and the state holds its text under a key that this agent reads. */
  | 'through-state'
  /** Another agent's unit. */
  | 'other-agent'
  /** Before the current turn. */
  | 'earlier-turn'
  /** No clause of the agent's policy selects it. */
  | 'not-selected'
  /** A clause selected it earlier, but has moved past it. */
  | 'slid-out'
  /** Newer units use up the tokens of its clause. */
  | 'over-clause'
  /** The policy excludes it from every request. */
  | 'archived'
