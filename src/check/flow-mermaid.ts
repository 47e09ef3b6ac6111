import { isAgent, isGroup } from '../agent/member.ts'
import { oneLine } from '../text/columns.ts'
import type { Facts } from './facts.ts'
import { headOf } from './flow-text.ts'
import { inside } from './inside.ts'

/**
 * The members of a program as a Mermaid flowchart: groups around what they hold, an arrow from each to the next, a dotted
 * one for each key from its writer to its reader. Names are quoted, so that none can add to the diagram.
 */
export function flowMermaid(facts: Facts): string {
  const ids = new Map<string, string>()
  const idOf = (place: string): string => {
    const known = ids.get(place) ?? `m${ids.size}`
    ids.set(place, known)
    return known
  }
  const lines = ['flowchart TD']
  const draw = (place: string, label: string, depth: number): void => {
    const indent = '  '.repeat(depth)
    const member = facts.members.get(place)
    if (member === undefined) return
    if (!isGroup(member)) {
      lines.push(`${indent}${idOf(place)}[${quoted(label + headOf(member))}]`)
      if (isAgent(member)) drawTree(place, depth)
      return
    }
    lines.push(`${indent}subgraph ${idOf(place)}[${quoted(label + headOf(member))}]`)
    const members = inside(member, place)
    for (const { at, label: inner } of members) draw(at, inner, depth + 1)
    // Those of the others run side by side, or one of them.
    if (member.kind === 'pipeline' || member.kind === 'loop')
      for (const [index, { at }] of members.slice(1).entries())
        lines.push(`${indent}  ${idOf(members[index]?.at ?? '')} --> ${idOf(at)}`)
    lines.push(`${indent}end`)
  }
  const drawTree = (place: string, depth: number): void => {
    const indent = '  '.repeat(depth)
    for (const { agent, place: at } of facts.agents) {
      if (at === place || !at.startsWith(place === '' ? 'subAgents.' : `${place}.subAgents.`)) continue
      lines.push(`${indent}${idOf(at)}[${quoted(`'${oneLine(agent.name)}'`)}]`)
      lines.push(`${indent}${idOf(at.split('.').slice(0, -2).join('.'))} -. hands over .- ${idOf(at)}`)
    }
  }
  draw('', '', 1)
  const known = new Set(ids.keys())
  const arrows = [...facts.recorder.sites.values()].flatMap(({ place, key, writes }) =>
    [...writes]
      .filter(write => known.has(write.place) && known.has(place) && write.place !== place)
      .map(write => `  ${idOf(write.place)} -. ${quoted(oneLine(key))} .-> ${idOf(place)}`),
  )
  return `${[...lines, ...new Set(arrows)].join('\n')}\n`
}

/** A text that Mermaid shows as it is: its own way of writing signs, for all that could end or format a label. */
const quoted = (text: string): string =>
  `"${text.replace(/[#"&<>`;\\[\]{}()|*_~]/g, sign => `#${sign.charCodeAt(0)};`)}"`
