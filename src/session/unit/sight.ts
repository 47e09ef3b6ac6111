import type { ActivePolicy } from '../../ir/policy.ts'
import type { Routing } from './routing.ts'

/** Selection of a session's units that an agent is shown. */
export type Contents =
  /** All but what reaches it through the state. */
  | 'topology'
  | 'all'
  /** The current turn. */
  | 'none'
  /** Words of users and developers, and the current turn. */
  | 'user-only'
  /** Nothing that other agents say. */
  | 'exclude-agents'

/** Part of a session that one agent is shown. */
export interface Sight {
  /** Authors whose words are the agent's own. */
  readonly own: ReadonlySet<string>
  /** Its branch: of others it is shown those that lead to it, and those that go out from it. */
  readonly branch: string
  readonly contents: Contents
  /** Routing of the answers that reach it through the state; absent where none do. */
  readonly routing?: Routing
  /** Policy that selects among these units; absent for all. */
  readonly policy?: ActivePolicy
}

/** Returns plain data that distinguishes one routing of answers to an agent from another. */
export const routed = ({ routing }: Sight): readonly unknown[] =>
  routing === undefined ? [] : [[...routing.reads], routing.authors]

/** Why an agent is not shown a unit, whatever there is room for. */
export type Unseen =
  | 'taken-back'
  /** It was said on a branch that is not the agent's. */
  | 'other-branch'
  /** Another agent said it, and the state holds it under a key that this one is given. */
  | 'through-state'
  /** Another agent said it. */
  | 'other-agent'
  /** It was said before the current turn. */
  | 'earlier-turn'
  /** No clause of the agent's policy selects it. */
  | 'not-selected'
  /** A clause selected it, and has moved on since. */
  | 'slid-out'
  /** Newer units take all the tokens that its clause may. */
  | 'over-clause'
  /** The policy keeps it out of every request. */
  | 'archived'
