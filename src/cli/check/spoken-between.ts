import { isAgent, type Member } from '../../core/program/member.ts'
import { isRelated } from '../../core/session/view/branch.ts'
import type { Facts, StandingAgent } from './facts.ts'

/**
 * Returns the minimum number of answers between another agent's last answer and this agent, in one turn. Only answers
 * that this agent sees count.
 */
export function answersInBetween(facts: Facts, name: string, later: StandingAgent): number {
  const counts = (facts.named.get(name) ?? []).map(({ place }) => countAnswersBetween(facts, place, later))
  return counts.length === 0 ? 0 : Math.min(...counts)
}

/** Counts the answers of the members between two paths. Only groups whose members run one after another are counted. */
function countAnswersBetween(facts: Facts, earlier: string, later: StandingAgent): number {
  const [from, to] = [earlier.split('.'), later.place.split('.')]
  const first = from.findIndex((step, index) => step !== to[index])
  // A path contains two steps for each group: the name of a field and an index.
  const shared = first - (first % 2)
  if (first < 0 || Number(from[shared + 1]) > Number(to[shared + 1])) return 0
  const groupDepths = (path: readonly string[]): number[] =>
    Array.from({ length: (path.length - shared) / 2 - 1 }, (_, depth) => shared + 2 * (depth + 1))
  const countInRange = (path: readonly string[], depth: number, begin: number, end: number): number =>
    membersOfPipeline(facts, path.slice(0, depth))
      .slice(begin, end)
      .reduce(
        (all, member, at) =>
          all +
          leastVisibleAnswers(facts, member, [...path.slice(0, depth), 'members', String(begin + at)], later),
        0,
      )
  const indexIn = (path: readonly string[], depth: number): number => Number(path[depth + 1])
  return (
    countInRange(from, shared, indexIn(from, shared) + 1, indexIn(to, shared)) +
    groupDepths(from).reduce(
      (all, depth) => all + countInRange(from, depth, indexIn(from, depth) + 1, Number.POSITIVE_INFINITY),
      0,
    ) +
    groupDepths(to).reduce((all, depth) => all + countInRange(to, depth, 0, indexIn(to, depth)), 0)
  )
}

/** Returns the members of the pipeline at a path, in running order; an empty list if the path has no pipeline. */
function membersOfPipeline({ members }: Facts, path: readonly string[]): readonly Member[] {
  const group = members.get(path.join('.'))
  return group !== undefined && 'kind' in group && group.kind === 'pipeline' ? group.members : []
}

/** Returns the minimum number of a member's answers that another agent sees. */
function leastVisibleAnswers(
  facts: Facts,
  member: Member,
  path: readonly string[],
  reader: StandingAgent,
): number {
  if (isAgent(member)) {
    const standing = facts.agents.find(({ place }) => place === path.join('.'))
    return standing !== undefined && isRelated(standing.branch, reader.branch) ? 1 : 0
  }
  if (!('kind' in member) || (member.kind !== 'pipeline' && member.kind !== 'parallel')) return 0
  if (member.kind === 'parallel' && member.until === 'first') return 0
  return member.members.reduce(
    (all, inner, at) => all + leastVisibleAnswers(facts, inner, [...path, 'members', String(at)], reader),
    0,
  )
}
