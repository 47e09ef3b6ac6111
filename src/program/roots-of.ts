import type { Agent } from '../agent/agent.ts'
import { isAgent, isGroup, type Member, membersOf } from './member.ts'

/** Agents that are the roots of trees in a program. */
export type Roots = ReadonlySet<Agent>

/** The roots of the agents in a member. */
export function rootsOf(member: Member): Roots {
  if (isAgent(member)) return new Set([member])
  return new Set(isGroup(member) ? membersOf(member).flatMap(inner => [...rootsOf(inner)]) : [])
}
