import { isAgent, isGroup, type Member } from '../agent/member.ts'
import { isStateStep } from '../state/step.ts'
import { oneLine } from '../text/columns.ts'
import type { Facts, Standing } from './facts.ts'
import { inside } from './inside.ts'
import { isInside } from './place.ts'
import { comesAfter, sees } from './sees.ts'
import { writersOf } from './words.ts'

/** The members of a program as a tree, each agent with what it reads, writes and sees. */
export function flowText(facts: Facts): string {
  const lines: string[] = []
  const tell = (place: string, label: string, depth: number): void => {
    const indent = '  '.repeat(depth)
    const member = facts.members.get(place)
    if (member === undefined) return
    if (isAgent(member)) {
      const tree = facts.agents.filter(({ place: at, root }) => root === member && isInside(at, place))
      for (const standing of tree) {
        const below = indent + '  '.repeat(depthBelow(standing.place, place))
        lines.push(`${below}${standing.parent === null ? label : ''}agent ${name(standing.agent.name)}`)
        for (const line of aboutAgent(facts, standing)) lines.push(`${below}  ${line}`)
      }
      return
    }
    lines.push(`${indent}${label}${headOf(member)}`)
    if (isStateStep(member)) for (const line of aboutKeys(facts, place)) lines.push(`${indent}  ${line}`)
    if (isGroup(member)) for (const { at, label: inner } of inside(member, place)) tell(at, inner, depth + 1)
  }
  tell('', '', 0)
  return `${lines.join('\n')}\n`
}

/** How far down in its tree an agent stands: a path goes on by two steps for each level. */
const depthBelow = (at: string, place: string): number =>
  at === place ? 0 : at.slice(place === '' ? 0 : place.length + 1).split('.').length / 2

/** A name that may be anything, on one line. */
const name = (text: string): string => `'${oneLine(text)}'`
const key = (text: string): string => oneLine(text)

/** What kind of member it is. */
export function headOf(member: Member): string {
  if (isStateStep(member)) return `S.${oneLine(member.name)}`
  if (!('kind' in member)) return name(member.name)
  if (member.kind === 'loop')
    return `loop, ${member.until === null ? '' : 'until a condition holds, '}at most ${member.max} rounds`
  if (member.kind === 'route') return `route by ${key(member.key)}`
  if (member.kind === 'mapOver')
    return `mapOver ${key(member.key)}, each as ${key(member.item)}, into ${key(member.into)}`
  return member.kind
}

function aboutAgent(facts: Facts, standing: Standing): string[] {
  return [...aboutKeys(facts, standing.place), sightOf(facts, standing)]
}

/** The keys that a member reads, and from whom; those that it writes. */
function aboutKeys({ recorder, members, inferred }: Facts, place: string): string[] {
  const reads = (recorder.sitesAt.get(place) ?? []).map(({ reference, writes, there, missing }) => {
    const from = writersOf(writes).map(oneLine)
    const known = from.length > 0 ? `from ${from.join(', ')}` : there ? 'from outside' : 'from nobody'
    return `${key(reference)} (${known}${there && missing ? ', if at all' : ''})`
  })
  const writes = [...recorder.writes.values()]
    .filter(write => write.place === place)
    .map(write => key(write.key))
  const member = members.get(place)
  const how = member !== undefined && isAgent(member) && inferred.has(member) ? ' (inferred)' : ''
  return [
    ...(reads.length > 0 ? [`reads ${[...new Set(reads)].join('; ')}`] : []),
    ...(writes.length > 0 ? [`writes ${writes.join(', ')}${how}`] : []),
  ]
}

const modes: Readonly<Record<string, string>> = {
  topology: 'all but what reaches it through the state',
  all: 'everything',
  default: 'everything',
  none: 'the current turn',
  'user-only': "the user's words",
  'exclude-agents': 'nothing that other agents say',
}

/** Which history an agent is shown, and whose words of this turn are in it. */
function sightOf(facts: Facts, standing: Standing): string {
  const names = [...facts.named.keys()].filter(
    other => other !== standing.agent.name && comesAfter(facts, standing, other),
  )
  const seen = names.filter(other => sees(facts, standing, other))
  const unseen = names.filter(other => !sees(facts, standing, other))
  const { context, includeContents = 'topology' } = standing.agent
  const mode = context ? 'what its context selects' : (modes[includeContents] ?? '')
  return [
    `sees ${mode}`,
    ...(seen.length > 0 ? [`words of ${seen.map(name).join(', ')}`] : []),
    ...(unseen.length > 0 ? [`not those of ${unseen.map(name).join(', ')}`] : []),
  ].join('; ')
}
