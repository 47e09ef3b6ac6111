import { type Group, isAgent, isGroup } from '../../../core/program/member.ts'
import { type Visitor, visit } from '../../../core/program/walk.ts'
import { oneLine } from '../../../core/text/columns.ts'
import { type Facts, mayMatchNone } from '../facts.ts'
import { headingOfMember } from '../flow-text.ts'
import { branchLabel, conditionName, innerMembers } from '../inside.ts'
import { isInside } from '../place.ts'
import { arrowLine, type Exit, type NodeEnds, quoteForMermaid } from './ends.ts'

/**
 * Draws a program as a Mermaid flowchart, from start to end. Each group is a frame. Solid arrows are control flow: each
 * branch of a route with its condition, the rounds and the exit of a loop, parallel members between a node at the
 * beginning and a node at the end, and the members that a fallback tries. A dotted arrow leads from the writer of a key
 * to its reader. Labels are quoted, so that a name cannot add elements to the diagram.
 */
export function flowMermaid(facts: Facts): string {
  const chart = new Chart(facts)
  const { entry, exits } = chart.drawMember('', 1)
  const ends = [arrowLine({ from: 'start' }, entry), ...exits.map(exit => arrowLine(exit, 'done'))]
  // A node belongs to the frame that mentions it first, so all arrows are written after the frames.
  const lines = ['flowchart TD', '  start(["start"])', ...chart.nodes, '  done(["done"])']
  return `${[...lines, ...new Set([...ends, ...chart.arrows]), ...chart.keyArrows()].join('\n')}\n`
}

/** Group that is being drawn: its path, and the entry and exit nodes of its members. */
interface Drawn {
  readonly place: string
  readonly indent: string
  readonly members: readonly (NodeEnds & { readonly id: string; readonly label: string })[]
}

class Chart {
  readonly nodes: string[] = []
  readonly arrows: string[] = []
  private readonly facts: Facts
  private readonly ids = new Map<string, string>()
  /**
   * Nodes at which a group begins or decides, by the group's path. Arrows of the keys that the group reads end there.
   */
  private readonly heads = new Map<string, string>()

  constructor(facts: Facts) {
    this.facts = facts
  }

  /** Draws a member and all its inner members. */
  drawMember(place: string, depth: number): NodeEnds {
    const member = this.facts.members.get(place)
    const id = this.idOf(place)
    const alone = { entry: id, exits: [{ from: id }] }
    if (member === undefined) return alone
    const indent = '  '.repeat(depth)
    if (isGroup(member) && innerMembers(member, place).length > 0) return this.drawGroup(member, place, depth)
    const title = isAgent(member) ? oneLine(member.name) : headingOfMember(member)
    this.nodes.push(`${indent}${id}[${quoteForMermaid(title)}]`)
    if (isAgent(member)) this.drawAgentTree(place, indent)
    return alone
  }

  /** Returns the dotted arrows of the keys, from each writer to each reader. */
  keyArrows(): ReadonlySet<string> {
    const drawn = new Set(this.ids.keys())
    const arrows = [...this.facts.recorder.sites.values()].flatMap(({ place, key, writes }) =>
      [...writes]
        .filter(write => drawn.has(write.place) && drawn.has(place) && write.place !== place)
        .map(write => {
          const to = this.heads.get(place) ?? this.idOf(place)
          return `  ${this.idOf(write.place)} -. ${quoteForMermaid(oneLine(key))} .-> ${to}`
        }),
    )
    return new Set(arrows)
  }

  private drawGroup(group: Group, place: string, depth: number): NodeEnds {
    const indent = '  '.repeat(depth)
    this.nodes.push(`${indent}subgraph ${this.idOf(place)}[${quoteForMermaid(headingOfMember(group))}]`)
    const members = innerMembers(group, place).map(member => ({
      ...this.drawMember(member.at, depth + 1),
      id: this.idOf(member.at),
      label: branchLabel(group, member),
    }))
    const ends = visit(this.groups, group, { place, indent: `${indent}  `, members })
    this.nodes.push(`${indent}end`)
    return ends
  }

  private readonly groups: Visitor<NodeEnds, [Drawn], Group> = {
    pipeline: (_, drawn) => this.connectInOrder(drawn),
    loop: ({ until, max }, drawn) => {
      const { entry, exits } = this.connectInOrder(drawn)
      const condition = until === null ? '' : `${conditionName(until, 'until') ?? 'the condition holds'}, or `
      const check = this.drawGroupNode(
        drawn,
        'c',
        `{${quoteForMermaid(`${condition}round ${max} is over?`)}}`,
      )
      this.connectExits(exits, check)
      this.arrows.push(arrowLine({ from: check, label: 'no: next round' }, entry))
      return { entry, exits: [{ from: check, label: 'yes' }] }
    },
    route: ({ key, other }, drawn) => {
      const isOpen = other === null && mayMatchNone(this.facts, drawn.place)
      const choice = this.drawGroupNode(drawn, 'c', `{${quoteForMermaid(oneLine(key))}}`)
      for (const { entry, label } of drawn.members)
        this.arrows.push(arrowLine({ from: choice, label }, entry))
      const none = isOpen ? [{ from: choice, label: 'otherwise' }] : []
      return { entry: choice, exits: [...drawn.members.flatMap(({ exits }) => exits), ...none] }
    },
    parallel: ({ until }, drawn) =>
      this.connectInParallel(
        drawn,
        'all at the same time',
        until === 'first' ? 'the first has answered' : 'all have answered',
      ),
    mapOver: ({ key, into }, drawn) =>
      this.connectInParallel(drawn, `each item of ${oneLine(key)}`, `all answers are in ${oneLine(into)}`),
    fallback: (_, { members }) => {
      for (const [index, { entry }] of members.slice(1).entries())
        this.arrows.push(arrowLine({ from: members[index]?.id ?? '', label: 'fails' }, entry))
      return { entry: members[0]?.entry ?? '', exits: members.flatMap(({ exits }) => exits) }
    },
  }

  private connectInOrder({ members }: Drawn): NodeEnds {
    for (const [index, { entry }] of members.slice(1).entries())
      this.connectExits(members[index]?.exits ?? [], entry)
    return { entry: members[0]?.entry ?? '', exits: members.at(-1)?.exits ?? [] }
  }

  /** Draws members in parallel, between a node for their common start and a node for their common end. */
  private connectInParallel(drawn: Drawn, begin: string, end: string): NodeEnds {
    const fork = this.drawGroupNode(drawn, 'c', `{{${quoteForMermaid(begin)}}}`)
    const join = `${this.idOf(drawn.place)}e`
    this.nodes.push(`${drawn.indent}${join}{{${quoteForMermaid(end)}}}`)
    for (const { entry, exits } of drawn.members) {
      this.arrows.push(arrowLine({ from: fork }, entry))
      this.connectExits(exits, join)
    }
    return { entry: fork, exits: [{ from: join }] }
  }

  /** Draws a node for the group itself, such as a decision. */
  private drawGroupNode({ place, indent }: Drawn, suffix: string, shape: string): string {
    const node = `${this.idOf(place)}${suffix}`
    this.heads.set(place, node)
    this.nodes.push(`${indent}${node}${shape}`)
    return node
  }

  private connectExits(exits: readonly Exit[], to: string): void {
    for (const exit of exits) this.arrows.push(arrowLine(exit, to))
  }

  private drawAgentTree(place: string, indent: string): void {
    for (const { agent, place: at } of this.facts.agents) {
      if (at === place || !isInside(at, place)) continue
      const steps = at.split('.')
      const isTool = steps.at(-1) === 'agent'
      const parent = steps.slice(0, isTool ? -3 : -2).join('.')
      this.nodes.push(`${indent}${this.idOf(at)}[${quoteForMermaid(oneLine(agent.name))}]`)
      this.arrows.push(`  ${this.idOf(parent)} -. ${isTool ? 'calls' : 'hands over'} .- ${this.idOf(at)}`)
    }
  }

  private idOf(place: string): string {
    const known = this.ids.get(place) ?? `m${this.ids.size}`
    this.ids.set(place, known)
    return known
  }
}
