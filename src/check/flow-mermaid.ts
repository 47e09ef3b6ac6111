import { arrangementOf, type Group, isAgent, isGroup } from '../program/member.ts'
import { oneLine } from '../text/columns.ts'
import type { Facts } from './facts.ts'
import { headOf } from './flow-text.ts'
import { type Inside, inside, labelOf } from './inside.ts'
import { isInside } from './place.ts'

/**
 * Draws the members of a program as a Mermaid flowchart: groups as frames, an arrow from each member to the next and
 * from a route's choice into each branch, and a dotted arrow for each key from its writer to its reader. Labels are
 * quoted, so that no name can add to the diagram.
 */
export function flowMermaid(facts: Facts): string {
  const chart = new Chart(facts)
  chart.draw('', 1)
  return `${['flowchart TD', ...chart.lines, ...chart.keyArrows()].join('\n')}\n`
}

class Chart {
  readonly lines: string[] = []
  private readonly facts: Facts
  private readonly ids = new Map<string, string>()

  constructor(facts: Facts) {
    this.facts = facts
  }

  /** Draws a member and all its inner members. */
  draw(place: string, depth: number): void {
    const member = this.facts.members.get(place)
    if (member === undefined) return
    const indent = '  '.repeat(depth)
    if (isGroup(member)) {
      this.lines.push(`${indent}subgraph ${this.idOf(place)}[${quoted(headOf(member))}]`)
      this.drawMembers(member, place, depth + 1)
      this.lines.push(`${indent}end`)
    } else {
      const title = isAgent(member) ? oneLine(member.name) : headOf(member)
      this.lines.push(`${indent}${this.idOf(place)}[${quoted(title)}]`)
      if (isAgent(member)) this.drawTree(place, indent)
    }
  }

  /** Returns the arrows of the keys, from their writers to their readers. */
  keyArrows(): ReadonlySet<string> {
    const drawn = new Set(this.ids.keys())
    const arrows = [...this.facts.recorder.sites.values()].flatMap(({ place, key, writes }) =>
      [...writes]
        .filter(write => drawn.has(write.place) && drawn.has(place) && write.place !== place)
        .map(write => `  ${this.idOf(write.place)} -. ${quoted(oneLine(key))} .-> ${this.entryOf(place)}`),
    )
    return new Set(arrows)
  }

  private drawMembers(group: Group, place: string, depth: number): void {
    const indent = '  '.repeat(depth)
    const members = inside(group, place)
    if (group.kind === 'route')
      this.lines.push(`${indent}${this.entryOf(place)}{${quoted(oneLine(group.key))}}`)
    for (const { at } of members) this.draw(at, depth)
    if (group.kind === 'route')
      for (const member of members)
        this.lines.push(
          `${indent}${this.entryOf(place)} -- ${quoted(labelOf(group, member))} --> ${this.entryOf(member.at)}`,
        )
    // Members of other groups run side by side, or only one of them runs.
    if (arrangementOf(group) === 'in order') this.drawOrder(members, indent)
  }

  private drawOrder(members: readonly Inside[], indent: string): void {
    for (const [index, { at }] of members.slice(1).entries())
      this.lines.push(`${indent}${this.idOf(members[index]?.at ?? '')} --> ${this.entryOf(at)}`)
  }

  private drawTree(place: string, indent: string): void {
    for (const { agent, place: at } of this.facts.agents) {
      if (at === place || !isInside(at, place)) continue
      const steps = at.split('.')
      const isTool = steps.at(-1) === 'agent'
      const parent = steps.slice(0, isTool ? -3 : -2).join('.')
      const link = isTool ? 'calls' : 'hands over'
      this.lines.push(`${indent}${this.idOf(at)}[${quoted(oneLine(agent.name))}]`)
      this.lines.push(`${indent}${this.idOf(parent)} -. ${link} .- ${this.idOf(at)}`)
    }
  }

  private idOf(place: string): string {
    const known = this.ids.get(place) ?? `m${this.ids.size}`
    this.ids.set(place, known)
    return known
  }

  /**
   * Returns the node of a member for arrows. For a route that is its choice, because no arrow can go from a frame into
   * itself.
   */
  private entryOf(place: string): string {
    const member = this.facts.members.get(place)
    const isRoute = member !== undefined && isGroup(member) && member.kind === 'route'
    return isRoute ? `${this.idOf(place)}c` : this.idOf(place)
  }
}

/** Quotes a text for Mermaid: every sign that could end or format a label becomes a character code. */
const quoted = (text: string): string =>
  `"${text.replace(/[#"&<>`;\\[\]{}()|*_~]/g, sign => `#${sign.charCodeAt(0)};`)}"`
