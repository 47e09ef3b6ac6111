import { isAgent, type Member, type Parallel } from '../../core/program/member.ts'
import { rootsOf, type Visitor, visit } from '../../core/program/walk.ts'
import type { UntilFirst } from './branches.ts'
import { innerMembers } from './inside.ts'

/** Returns the ways in which the members of a group may end that its first member with an answer ends. */
export function endsOfFirst(group: Parallel, place: string): UntilFirst {
  const members = innerMembers(group, place).map(({ member, at }) => ({
    member,
    end: lastAgentPlace(member, at),
  }))
  const of = (index: number): Member => group.members[index] as Member
  return {
    mayAnswer: index => rootsOf(of(index)).size > 0,
    mayBeSilent: index => visit(maySayNothing, of(index)),
    isOfEnd: ({ by, place: writer }, index) => by.kind === 'agent' && writer === members[index]?.end,
  }
}

/** Returns the path of the agent without sub-agents whose answer ends a member; null if it is not always the same one. */
function lastAgentPlace(member: Member, at: string): string | null {
  if (isAgent(member)) return member.subAgents === undefined ? at : null
  if (!('kind' in member) || member.kind !== 'pipeline') return null
  const last = innerMembers(member, at).at(-1)
  return last === undefined ? null : lastAgentPlace(last.member, last.at)
}

const always = (): boolean => true

/** Whether a member may end without an answer of an agent, by its kind. */
const maySayNothing: Visitor<boolean> = {
  agent: () => false,
  state: always,
  tap: always,
  pipeline: ({ members }) => members.every(inner => visit(maySayNothing, inner)),
  loop: ({ members }) => members.every(inner => visit(maySayNothing, inner)),
  parallel: ({ members }) => members.every(inner => visit(maySayNothing, inner)),
  fallback: ({ members }) => members.some(inner => visit(maySayNothing, inner)),
  route: ({ ways, other }) =>
    other === null || [...ways.map(({ member }) => member), other].some(inner => visit(maySayNothing, inner)),
  mapOver: always,
}
