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
import { aboutKeys, keyLine, keyWord, name, sightWords, writesAt } from './about-agent.ts'
import type { Facts } from './facts.ts'
import { analyseUnreached } from './idle.ts'
import { branchLabel, innerMembers, nameOf } from './inside.ts'
import { isInside } from './place.ts'
import type { FindingRecorder } from './recorder.ts'

/**
 * Writes a program as a tree of members. Each agent has lines about the keys that it reads and writes, and its history.
 */
export function flowText(facts: Facts): string {
  const lines: string[] = []
  const idle = analyseUnreached(facts)
  const runs = (place: string): boolean => facts.recorder.reached.has(place)
  const tell = (place: string, label: string, depth: number, around: boolean): void => {
    const indent = '  '.repeat(depth)
    const member = facts.members.get(place)
    if (member === undefined) return
    const about = (at: string): string[] => (runs(at) ? aboutKeys(facts, at) : keysOf(idle, at))
    // A member that never runs is marked only if its group runs: nothing inside an unreachable group runs anyway.
    const never = around && !runs(place) ? ['never runs'] : []
    if (isAgent(member)) {
      const tree = facts.agents.filter(({ place: at }) => isInside(at, place))
      for (const standing of tree) {
        const below = indent + '  '.repeat(depthBelow(standing.place, place))
        const isRoot = standing.place === place
        const head = isRoot ? label : isTool(standing.place) ? 'tool: ' : ''
        lines.push(`${below}${head}agent ${name(standing.agent.name)}`)
        const own = isRoot ? never : []
        for (const line of [...own, ...about(standing.place), sightWords(facts, standing)])
          lines.push(`${below}  ${line}`)
      }
      return
    }
    lines.push(`${indent}${label}${headOf(member)}`)
    for (const line of [...never, ...(isStateStep(member) ? about(place) : [])])
      lines.push(`${indent}  ${line}`)
    if (!isGroup(member)) return
    for (const inner of innerMembers(member, place)) {
      const branch = branchLabel(member, inner)
      tell(inner.at, branch === '' ? '' : `${branch}: `, depth + 1, runs(place))
    }
  }
  tell('', '', 0, true)
  return `${lines.join('\n')}\n`
}

/** Returns the depth of an agent in its agent tree: its path has one list of sub-agents or tools for each level. */
const depthBelow = (at: string, place: string): number =>
  at
    .slice(place.length)
    .split('.')
    .filter(step => step === 'subAgents' || step === 'tools').length

/** Whether an agent's path shows that the agent answers the calls of a tool. */
const isTool = (at: string): boolean => at.endsWith('.agent') || at === 'agent'

const untilWords = (until: Condition): string => `until ${nameOf(until, 'until') ?? 'a condition holds'}, `

const kindAlone = ({ kind }: Group | Tap): string => kind

const heads: Visitor<string> = {
  agent: agent => name(agent.name),
  state: step => `S.${oneLine(step.name)}`,
  tap: kindAlone,
  pipeline: kindAlone,
  parallel: kindAlone,
  fallback: kindAlone,
  loop: ({ until, max }) => `loop, ${until === null ? '' : untilWords(until)}at most ${max} rounds`,
  route: route => `route by ${keyWord(route.key)}`,
  mapOver: map => `mapOver ${keyWord(map.key)}, each as ${keyWord(map.item)}, into ${keyWord(map.into)}`,
}

/** Returns the heading of a program member: its kind and settings, or the name of an agent. */
export const headOf = (member: Member): string => visit(heads, member)

/** Returns lines about the keys of an unreachable member. The writers of its keys are unknown, so they are omitted. */
function keysOf({ sitesAt, writes }: FindingRecorder, place: string): string[] {
  const reads = (sitesAt.get(place) ?? []).map(({ reference }) => keyWord(reference))
  return [...keyLine('reads', reads, ', '), ...keyLine('writes', writesAt(writes, place), ', ')]
}
