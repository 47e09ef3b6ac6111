import type { Agent } from '../agent/agent.ts'
import type { PathStep } from '../form/declaration-error.ts'
import { isStateStep, type StateStep } from '../state/step.ts'
import { type BranchPattern, branchIn, itemBranchIn, trunk } from './branch-pattern.ts'
import {
  arrangementOf,
  type Condition,
  type Group,
  isAgent,
  isGroup,
  type Member,
  type Way,
} from './member.ts'

/** Kind of a member, as a type; `agent` for an agent, which has no `kind` field. */
type KindOf<Of extends Member> = Of extends { readonly kind: infer Kind extends string } ? Kind : 'agent'

/** Object with a function for each kind of member. A visitor without a function for a new kind is a type error. */
export type Visitor<Result, Rest extends readonly unknown[] = [], Of extends Member = Member> = {
  readonly [One in Of as KindOf<One>]: (member: One, ...rest: Rest) => Result
}

/** Calls the function of a visitor for the kind of a member. */
export function visit<Result, Rest extends readonly unknown[] = [], Of extends Member = Member>(
  visitor: Visitor<Result, Rest, Of>,
  member: Of,
  ...rest: Rest
): Result {
  const functions = visitor as Readonly<Record<KindOf<Member>, (member: Of, ...rest: Rest) => Result>>
  return functions['kind' in member ? member.kind : 'agent'](member, ...rest)
}

/** Member of a group, with its place. */
export interface Inner {
  readonly member: Member
  /** Path to the member, starting from the declaration of the group. */
  readonly path: readonly PathStep[]
  /** Branch of a route to which the member belongs; null for the default branch, and in other groups. */
  readonly way: Way | null
}

const rowOf = ({ members }: { readonly members: readonly Member[] }): readonly Inner[] =>
  members.map((member, index) => ({ member, path: ['members', index], way: null }))

const inner: Visitor<readonly Inner[], [], Group> = {
  pipeline: rowOf,
  parallel: rowOf,
  loop: rowOf,
  fallback: rowOf,
  route: ({ ways, other }) => {
    const all = ways.map(
      (way, index): Inner => ({ member: way.member, path: ['ways', index, 'member'], way }),
    )
    return other === null ? all : [...all, { member: other, path: ['other'], way: null }]
  },
  mapOver: ({ member }) => [{ member, path: ['member'], way: null }],
}

/** Returns the members of a group with their places, in the order of declaration. */
export const innerOf = (group: Group): readonly Inner[] => visit(inner, group)

/** Returns the members of a group, without their places. */
export const membersOf = (group: Group): readonly Member[] => innerOf(group).map(({ member }) => member)

/** Returns a member and all members inside it; groups come before their members. */
export const membersAtAnyDepth = (member: Member): readonly Member[] =>
  isGroup(member) ? [member, ...membersOf(member).flatMap(membersAtAnyDepth)] : [member]

/** Returns the agents of a member, without sub-agents. */
export const rootsOf = (member: Member): ReadonlySet<Agent> =>
  new Set(membersAtAnyDepth(member).filter(isAgent))

/** Returns the steps of a member. */
export const stepsOf = (member: Member): readonly StateStep[] => membersAtAnyDepth(member).filter(isStateStep)

/** Returns an agent and all its sub-agents, at any depth. */
export const treeOf = (agent: Agent): readonly Agent[] => [agent, ...(agent.subAgents ?? []).flatMap(treeOf)]

/** Condition that decides which member is next. */
export interface MemberDecision {
  readonly condition: Condition
  /** Path to the condition, starting from the declaration of its member. */
  readonly path: readonly PathStep[]
}

const none = (): readonly MemberDecision[] => []

const decisions: Visitor<readonly MemberDecision[]> = {
  agent: none,
  state: none,
  tap: none,
  pipeline: none,
  parallel: none,
  fallback: none,
  mapOver: none,
  loop: ({ until }) => (until === null ? [] : [{ condition: until, path: ['until'] }]),
  route: ({ ways }) =>
    ways.flatMap((way, index) =>
      'when' in way ? [{ condition: way.when, path: ['ways', index, 'when'] }] : [],
    ),
}

/** Returns the conditions of a member itself, without those of members inside it. */
export const conditionsOfMember = (member: Member): readonly MemberDecision[] => visit(decisions, member)

/** Member at its place in a program. */
export interface Site extends BranchPattern {
  readonly member: Member
  /** Path to the member, starting from the declaration of the program. */
  readonly path: readonly PathStep[]
  /** Places of the members of a group, in the order of declaration. */
  readonly inner: readonly Site[]
}

/** Returns all members of a program in the order of declaration; a group comes before its members. */
export const walk = (program: Member): readonly Site[] => flat(placeMember(program, [], trunk, 'm'))

const flat = (site: Site): readonly Site[] => [site, ...site.inner.flatMap(flat)]

function placeMember(member: Member, path: readonly PathStep[], at: BranchPattern, place: string): Site {
  const { branch, itemsAt } = at
  const site = { member, path, branch, itemsAt, inner: [] }
  if (!isGroup(member)) return site
  const isApart = arrangementOf(member) === 'apart'
  const inner = innerOf(member).map((each, index) => {
    const named = isApart ? branchIn(at, nameOf(each.member, `${place}${index}`)) : at
    const own = member.kind === 'mapOver' ? itemBranchIn(named) : named
    return placeMember(each.member, [...path, ...each.path], own, `${place}${index}-`)
  })
  return { ...site, inner }
}

/**
 * Returns the name of a member's branch: the agent's name, or, if the name contains a dot, the member's place, because
 * dots separate the names of a branch.
 */
const nameOf = (member: Member, place: string): string =>
  isAgent(member) && !member.name.includes('.') ? member.name : place
