import { arrangementOf, isGroup, type Member } from '../../core/program/member.ts'
import { agentsAnsweringFor } from '../../core/program/routes.ts'
import type { Facts } from './facts.ts'
import { innerMembers } from './inside.ts'
import { isInside } from './place.ts'

/**
 * Returns the agents that a finding at a program path is about. For an agent's path, this is the agent; for a group's
 * path, it is the agents in the group, and the agents whose answer is the last one before the group.
 */
export function concernedAt({ agents, members, program }: Facts, place: string): readonly string[] {
  const member = members.get(place)
  const isHere = member !== undefined && isGroup(member) ? isInside : (at: string) => at === place
  const here = agents.filter(({ place: at }) => isHere(at, place)).map(({ agent }) => agent.name)
  return member !== undefined && isGroup(member)
    ? [...new Set([...here, ...agentsAnsweringBefore(program, '', place)])]
    : here
}

/** Returns the agents whose answer is the last one before a path. Steps give no answer. */
function agentsAnsweringBefore(member: Member, at: string, place: string): readonly string[] {
  if (at === place || !isGroup(member)) return []
  const all = innerMembers(member, at)
  const index = all.findIndex(one => isInside(place, one.at))
  const next = all[index]
  if (next === undefined) return []
  const nearest = agentsAnsweringBefore(next.member, next.at, place)
  if (nearest.length > 0 || arrangementOf(member) !== 'in order') return nearest
  const before = all.slice(0, index).map(one => agentsAnsweringFor(one.member))
  return [...(before.findLast(({ size }) => size > 0) ?? [])]
}
