import { selectsAll } from '../context/policy/may-show.ts'
import { labelsOf } from '../context/source/sources.ts'
import { type Group, isAgent, isGroup, type Member, type Tap } from '../program/member.ts'
import { type Visitor, visit } from '../program/walk.ts'
import { isStateStep } from '../state/step.ts'
import { oneLine } from '../text/columns.ts'
import type { Facts, Standing } from './facts.ts'
import { idleOf } from './idle.ts'
import { inside, labelOf } from './inside.ts'
import { isInside } from './place.ts'
import type { Recorder } from './recorder.ts'
import { comesAfter, isRouted, sees } from './sees.ts'
import { writersOf } from './words.ts'

/** Writes the members of a program as a tree, each agent with the keys it reads and writes and the history it sees. */
export function flowText(facts: Facts): string {
  const lines: string[] = []
  const idle = idleOf(facts)
  const runs = (place: string): boolean => facts.recorder.reached.has(place)
  const tell = (place: string, label: string, depth: number, around: boolean): void => {
    const indent = '  '.repeat(depth)
    const member = facts.members.get(place)
    if (member === undefined) return
    const about = (at: string): string[] => (runs(at) ? aboutKeys(facts, at) : keysOf(idle, at))
    // Only the outermost member that never runs is marked, because nothing inside it runs either.
    const never = around && !runs(place) ? ['never runs'] : []
    if (isAgent(member)) {
      const tree = facts.agents.filter(({ place: at }) => isInside(at, place))
      for (const standing of tree) {
        const below = indent + '  '.repeat(depthBelow(standing.place, place))
        const isRoot = standing.place === place
        const head = isRoot ? label : isTool(standing.place) ? 'tool: ' : ''
        lines.push(`${below}${head}agent ${name(standing.agent.name)}`)
        const own = isRoot ? never : []
        for (const line of [...own, ...about(standing.place), sightOf(facts, standing)])
          lines.push(`${below}  ${line}`)
      }
      return
    }
    lines.push(`${indent}${label}${headOf(member)}`)
    for (const line of [...never, ...(isStateStep(member) ? about(place) : [])])
      lines.push(`${indent}  ${line}`)
    if (!isGroup(member)) return
    for (const inner of inside(member, place)) {
      const branch = labelOf(member, inner)
      tell(inner.at, branch === '' ? '' : `${branch}: `, depth + 1, runs(place))
    }
  }
  tell('', '', 0, true)
  return `${lines.join('\n')}\n`
}

/** Returns the depth of an agent in its tree: each level adds a list of sub-agents or of tools to the path. */
const depthBelow = (at: string, place: string): number =>
  at
    .slice(place.length)
    .split('.')
    .filter(step => step === 'subAgents' || step === 'tools').length

/** Whether the path of an agent is that of a tool that the agent answers. */
const isTool = (at: string): boolean => at.endsWith('.agent') || at === 'agent'

/** Quotes a name, which may contain anything, on one line. */
const name = (text: string): string => `'${oneLine(text)}'`
const key = (text: string): string => oneLine(text)

const kindAlone = ({ kind }: Group | Tap): string => kind

const heads: Visitor<string> = {
  agent: agent => name(agent.name),
  state: step => `S.${oneLine(step.name)}`,
  tap: kindAlone,
  pipeline: kindAlone,
  parallel: kindAlone,
  fallback: kindAlone,
  loop: ({ until, max }) => `loop, ${until === null ? '' : 'until a condition holds, '}at most ${max} rounds`,
  route: route => `route by ${key(route.key)}`,
  mapOver: map => `mapOver ${key(map.key)}, each as ${key(map.item)}, into ${key(map.into)}`,
}

/** Returns the heading of a member: its kind and settings, or the name of an agent. */
export const headOf = (member: Member): string => visit(heads, member)

/** Returns the keys that an unreachable member reads and writes, without the writers, which are unknown there. */
function keysOf({ sitesAt, writes }: Recorder, place: string): string[] {
  const reads = (sitesAt.get(place) ?? []).map(({ reference }) => key(reference))
  return [...keyLine('reads', reads, ', '), ...keyLine('writes', writesAt(writes, place), ', ')]
}

const keyLine = (what: string, keys: readonly string[], between: string): string[] =>
  keys.length === 0 ? [] : [`${what} ${[...new Set(keys)].join(between)}`]

const writesAt = (writes: Recorder['writes'], place: string): string[] =>
  [...writes.values()].filter(write => write.place === place).map(write => key(write.key))

/** Returns the keys that a member reads, each with its writers, and the keys that it writes. */
function aboutKeys({ recorder, members, inferred }: Facts, place: string): string[] {
  const reads = (recorder.sitesAt.get(place) ?? []).map(({ reference, writes, there, missing }) => {
    const from = writersOf(writes).map(oneLine)
    const known = from.length > 0 ? `from ${from.join(', ')}` : there ? 'from outside' : 'from nobody'
    return `${key(reference)} (${known}${there && missing ? ', if at all' : ''})`
  })
  const member = members.get(place)
  const how = member !== undefined && isAgent(member) && inferred.has(member) ? ' (inferred)' : ''
  const writes = keyLine('writes', writesAt(recorder.writes, place), ', ')
  return [...keyLine('reads', reads, '; '), ...writes.map(line => `${line}${how}`)]
}

const modes: Readonly<Record<string, string>> = {
  topology: 'the history',
  all: 'the history',
  default: 'the history',
  none: 'the current turn',
  'user-only': "the user's messages",
  'exclude-agents': 'the history without other agents',
}

const listed = (names: readonly string[]): string => names.map(name).join(', ')

/** Describes an agent's history and context blocks, and names the agents whose messages of this turn it includes or lacks. */
function sightOf(facts: Facts, standing: Standing): string {
  const names = [...facts.named.keys()].filter(
    other => other !== standing.agent.name && comesAfter(facts, standing, other),
  )
  const seen = names.filter(other => sees(facts, standing, other))
  const unseen = names.filter(other => !sees(facts, standing, other))
  const routed = unseen.filter(other => isRouted(facts, other, standing))
  // Only answers reach the state: the calls and results of such an agent stay in the history.
  const callers = routed.filter(other =>
    facts.named.get(other)?.some(({ agent }) => (agent.tools ?? []).length > 0),
  )
  const { context, includeContents = 'topology' } = standing.agent
  const isSelective = context !== undefined && !selectsAll(context)
  const mode = isSelective ? 'what its context selects' : (modes[includeContents] ?? '')
  const isTopology = !isSelective && includeContents === 'topology'
  const blocks = labelsOf(context)
  return [
    `sees ${mode}`,
    ...(seen.length > 0 ? [`messages of ${listed(seen)}`] : []),
    ...(isTopology && unseen.length > 0 ? [`answers of ${listed(unseen)} only through the state`] : []),
    ...(isTopology && callers.length > 0 ? [`tool calls of ${listed(callers)}`] : []),
    ...(!isTopology && unseen.length > 0 ? [`no messages of ${listed(unseen)}`] : []),
    ...(blocks.length > 0 ? [`context blocks ${blocks.map(name).join(', ')}`] : []),
  ].join('; ')
}
