import { isAgent, isGroup } from '../program/member.ts'
import { oneLine } from '../text/columns.ts'
import type { Facts } from './facts.ts'
import { headOf } from './flow-text.ts'
import { inside } from './inside.ts'

/**
 * The members of a program as a Mermaid flowchart: groups around what they hold, an arrow from each to the next and from a
 * route's choice into each of its ways, a dotted one for each key from its writer to its reader. Labels are quoted, so that
 * no name can add to the diagram.
 */
export function flowMermaid(facts: Facts): string {
  const ids = new Map<string, string>()
  const idOf = (place: string): string => {
    const known = ids.get(place) ?? `m${ids.size}`
    ids.set(place, known)
    return known
  }
  /** Returns a member's node for arrows: a route's choice, as no arrow can go from a frame into itself. */
  const entryOf = (place: string): string => {
    const member = facts.members.get(place)
    const isRoute = member !== undefined && isGroup(member) && member.kind === 'route'
    return isRoute ? `${idOf(place)}c` : idOf(place)
  }
  const lines = ['flowchart TD']
  const draw = (place: string, depth: number): void => {
    const indent = '  '.repeat(depth)
    const member = facts.members.get(place)
    if (member === undefined) return
    if (!isGroup(member)) {
      lines.push(
        `${indent}${idOf(place)}[${quoted(isAgent(member) ? oneLine(member.name) : headOf(member))}]`,
      )
      if (isAgent(member)) drawTree(place, depth)
      return
    }
    lines.push(`${indent}subgraph ${idOf(place)}[${quoted(headOf(member))}]`)
    const members = inside(member, place)
    if (member.kind === 'route') lines.push(`${indent}  ${entryOf(place)}{${quoted(oneLine(member.key))}}`)
    for (const { at } of members) draw(at, depth + 1)
    if (member.kind === 'route')
      for (const { at, label } of members)
        lines.push(`${indent}  ${entryOf(place)} -- ${quoted(label.replace(/: $/, ''))} --> ${entryOf(at)}`)
    // Members of other groups run side by side, or only one of them runs.
    if (member.kind === 'pipeline' || member.kind === 'loop')
      for (const [index, { at }] of members.slice(1).entries())
        lines.push(`${indent}  ${idOf(members[index]?.at ?? '')} --> ${entryOf(at)}`)
    lines.push(`${indent}end`)
  }
  const drawTree = (place: string, depth: number): void => {
    const indent = '  '.repeat(depth)
    for (const { agent, place: at } of facts.agents) {
      if (at === place || !at.startsWith(place === '' ? 'subAgents.' : `${place}.subAgents.`)) continue
      lines.push(`${indent}${idOf(at)}[${quoted(oneLine(agent.name))}]`)
      lines.push(`${indent}${idOf(at.split('.').slice(0, -2).join('.'))} -. hands over .- ${idOf(at)}`)
    }
  }
  draw('', 1)
  const known = new Set(ids.keys())
  const arrows = [...facts.recorder.sites.values()].flatMap(({ place, key, writes }) =>
    [...writes]
      .filter(write => known.has(write.place) && known.has(place) && write.place !== place)
      .map(write => `  ${idOf(write.place)} -. ${quoted(oneLine(key))} .-> ${entryOf(place)}`),
  )
  return `${[...lines, ...new Set(arrows)].join('\n')}\n`
}

/** A text that Mermaid shows as it is: its own way of writing signs, for all that could end or format a label. */
const quoted = (text: string): string =>
  `"${text.replace(/[#"&<>`;\\[\]{}()|*_~]/g, sign => `#${sign.charCodeAt(0)};`)}"`
