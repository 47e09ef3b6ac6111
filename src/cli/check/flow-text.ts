import {
  type Condition,
  type Group,
  isAgent,
  isGroup,
  type Member,
  type Tap,
} from '../../core/program/member.ts'
import { type Visitor, visit } from '../../core/program/walk.ts'
import { isStateStep } from '../../core/state/step.ts'
import { oneLine } from '../../core/text/columns.ts'
import {
  describeKeys,
  describeVisibleHistory,
  keyOnOneLine,
  keysWrittenAt,
  lineOfKeys,
  quotedName,
} from './about-agent.ts'
import type { Facts } from './facts.ts'
import { analyseUnreached } from './idle.ts'
import { branchLabel, conditionName, innerMembers } from './inside.ts'
import { isInside } from './place.ts'
import type { FindingRecorder } from './recorder.ts'

/**
 * Writes a program as a tree of members. Each agent has lines about the keys that it reads and writes, and its history.
 */
export function flowText(facts: Facts): string {
  const lines: string[] = []
  const idle = analyseUnreached(facts)
  const isReached = (place: string): boolean => facts.recorder.reached.has(place)
  const writeMember = (place: string, label: string, depth: number, around: boolean): void => {
    const indent = '  '.repeat(depth)
    const member = facts.members.get(place)
    if (member === undefined) return
    const linesAboutKeys = (at: string): string[] =>
      isReached(at) ? describeKeys(facts, at) : unreachedKeyLines(idle, at)
    // A member that never runs is marked only if its group runs: nothing inside an unreachable group runs anyway.
    const never = around && !isReached(place) ? ['never runs'] : []
    if (isAgent(member)) {
      const tree = facts.agents.filter(({ place: at }) => isInside(at, place))
      for (const standing of tree) {
        const below = indent + '  '.repeat(depthInAgentTree(standing.place, place))
        const isRoot = standing.place === place
        const head = isRoot ? label : isToolAgentPath(standing.place) ? 'tool: ' : ''
        lines.push(`${below}${head}agent ${quotedName(standing.agent.name)}`)
        const own = isRoot ? never : []
        for (const line of [
          ...own,
          ...linesAboutKeys(standing.place),
          describeVisibleHistory(facts, standing),
        ])
          lines.push(`${below}  ${line}`)
      }
      return
    }
    lines.push(`${indent}${label}${headingOfMember(member)}`)
    for (const line of [...never, ...(isStateStep(member) ? linesAboutKeys(place) : [])])
      lines.push(`${indent}  ${line}`)
    if (!isGroup(member)) return
    for (const inner of innerMembers(member, place)) {
      const branch = branchLabel(member, inner)
      writeMember(inner.at, branch === '' ? '' : `${branch}: `, depth + 1, isReached(place))
    }
  }
  writeMember('', '', 0, true)
  return `${lines.join('\n')}\n`
}

/** Returns the depth of an agent in its agent tree: its path has one list of sub-agents or tools for each level. */
const depthInAgentTree = (at: string, place: string): number =>
  at
    .slice(place.length)
    .split('.')
    .filter(step => step === 'subAgents' || step === 'tools').length

/** Whether an agent's path shows that the agent answers the calls of a tool. */
const isToolAgentPath = (at: string): boolean => at.endsWith('.agent') || at === 'agent'

const describeLoopCondition = (until: Condition): string =>
  `until ${conditionName(until, 'until') ?? 'a condition holds'}, `

const memberKind = ({ kind }: Group | Tap): string => kind

const heads: Visitor<string> = {
  agent: agent => quotedName(agent.name),
  state: step => `S.${oneLine(step.name)}`,
  tap: memberKind,
  pipeline: memberKind,
  parallel: ({ kind, until }) => (until === undefined ? kind : `${kind}, until the first has answered`),
  fallback: memberKind,
  loop: ({ until, max }) =>
    `loop, ${until === null ? '' : describeLoopCondition(until)}at most ${max} rounds`,
  route: route => `route by ${keyOnOneLine(route.key)}`,
  mapOver: map =>
    `mapOver ${keyOnOneLine(map.key)}, each as ${keyOnOneLine(map.item)}, into ${keyOnOneLine(map.into)}`,
}

/** Returns the heading of a program member: its kind and settings, or the name of an agent. */
export const headingOfMember = (member: Member): string => visit(heads, member)

/** Returns lines about the keys of an unreachable member. The writers of its keys are unknown, so they are omitted. */
function unreachedKeyLines({ sitesAt, writes }: FindingRecorder, place: string): string[] {
  const reads = (sitesAt.get(place) ?? []).map(({ reference }) => keyOnOneLine(reference))
  return [...lineOfKeys('reads', reads, ', '), ...lineOfKeys('writes', keysWrittenAt(writes, place), ', ')]
}
