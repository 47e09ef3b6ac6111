import { isGroup, type Member, membersOf } from '../program/member.ts'
import { answering } from '../program/routes.ts'
import type { Facts } from './facts.ts'
import { inside } from './inside.ts'
import { isInside } from './place.ts'

/**
 * The agents that a finding at a path is about: the one that stands there; of a group those that it holds, and those
 * whose answer stands right before it.
 */
export function concernedAt({ agents, members, program }: Facts, place: string): readonly string[] {
  const member = members.get(place)
  const isHere = member !== undefined && isGroup(member) ? isInside : (at: string) => at === place
  const here = agents.filter(({ place: at }) => isHere(at, place)).map(({ agent }) => agent.name)
  return member !== undefined && isGroup(member)
    ? [...new Set([...here, ...speakersBefore(program, '', place)])]
    : here
}

/** The agents whose answer is the last before a path; steps say nothing. */
function speakersBefore(member: Member, at: string, place: string): readonly string[] {
  if (at === place || !isGroup(member)) return []
  const all = inside(member, at)
  const inner = membersOf(member)
  const index = all.findIndex(one => isInside(place, one.at))
  const next = inner[index]
  if (next === undefined) return []
  const nearest = speakersBefore(next, all[index]?.at ?? '', place)
  if (nearest.length > 0 || !(member.kind === 'pipeline' || member.kind === 'loop')) return nearest
  const before = inner.slice(0, index).map(answering)
  return [...(before.findLast(({ size }) => size > 0) ?? [])]
}
