import type { ActivePolicy } from '../../ir/policy.ts'
import type { Routing } from './routing.ts'

/** Which of a session's units an agent is shown. */
export type Contents =
  /** All but what reaches it through the state. */
  | 'topology'
  | 'all'
  /** The current turn. */
  | 'none'
  /** What users and developers say, and the current turn. */
  | 'user-only'
  /** Nothing that other agents say. */
  | 'exclude-agents'

/** What one agent is shown of a session. */
export interface Sight {
  /** Authors whose words are the agent's own. */
  readonly own: ReadonlySet<string>
  /** Its branch: of others it is shown those that lead to it, and those that go out from it. */
  readonly branch: string
  readonly contents: Contents
  /** How answers reach it through the state; left out where none do. */
  readonly routing?: Routing
  /** What of that its policy selects; left out for all. */
  readonly policy?: ActivePolicy
}

/** What tells how answers reach an agent from how else they might: plain data. */
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
