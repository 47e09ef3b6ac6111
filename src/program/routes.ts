import type { Agent } from '../agent/agent.ts'
import { isStateStep } from '../state/step.ts'
import { afterFlow, union, withWords } from './key-words.ts'
import { type Group, isAgent, isGroup, type Member, membersOf } from './member.ts'
import { keysRead } from './reads.ts'

/** By key, the agents whose words are in its value. */
type Words = ReadonlyMap<string, ReadonlySet<string>>

const nobody: ReadonlySet<string> = new Set()

/** By agent, the others whose words reach it through the state, each with the keys that bring them. */
export type RoutesByReader = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>

/**
 * Whose words reach whom through the state: an instruction reads a key that another's answer is kept under, or that steps
 * made of such a key by another name, joined with others or changed.
 */
export function routesIn(program: Member): RoutesByReader {
  const routes = new Routes()
  while (routes.pass(program));
  return routes.found
}

/** Goes through a program in order, and notes who is told whose words. */
class Routes {
  readonly found = new Map<string, Map<string, Set<string>>>()
  /** Words that may be there when a round begins: of the turns, then of each loop in the order of visit. */
  private begins: Words[] = []
  private index = 0

  /** Goes through once, with what the rounds before left; whether a round begins with more than it did before. */
  pass(program: Member): boolean {
    const known = size(this.begins)
    this.index = 0
    // Words that one turn leaves are there in the next.
    this.rounds([program], new Map())
    return size(this.begins) > known
  }

  through(member: Member, words: Words): Words {
    if (isAgent(member)) return this.tree(member, words)
    if (isStateStep(member))
      return member.flow.reduce<Words>((before, flow) => afterFlow(before, flow), words)
    return isGroup(member) ? this.group(member, words) : words
  }

  private group(group: Group, words: Words): Words {
    const inner = membersOf(group)
    if (group.kind === 'mapOver') {
      const { key, item, into, member } = group
      const after = this.through(member, withWords(words, item, words.get(key) ?? nobody))
      // The item is there in its round only.
      return withWords(withWords(after, item, words.get(item) ?? nobody), into, answering(member))
    }
    if (group.kind === 'pipeline') return this.row(inner, words)
    if (group.kind === 'loop') return this.rounds(inner, words)
    // Some of them ran, or all: whatever one leaves may be there.
    return either([words, ...inner.map(one => this.through(one, words))])
  }

  /** Once, for all rounds: to go through each would cost twice for every loop inside. */
  private rounds(members: readonly Member[], words: Words): Words {
    const at = this.index++
    const begin = either([words, this.begins[at] ?? new Map()])
    const after = this.row(members, begin)
    this.begins[at] = either([begin, after])
    return after
  }

  private row(members: readonly Member[], words: Words): Words {
    return members.reduce<Words>((before, member) => this.through(member, before), words)
  }

  /** Any of a tree may have spoken before another of it. */
  private tree(root: Agent, words: Words): Words {
    const all = treeOf(root)
    const spoken = all.map(({ name, outputKey }) =>
      outputKey === undefined ? words : withWords(words, outputKey, new Set([name])),
    )
    const before = all.length === 1 ? words : either([words, ...spoken])
    for (const agent of all) {
      for (const key of keysRead(agent, root))
        for (const name of before.get(key) ?? nobody)
          if (name !== agent.name) this.note(agent.name, name, key)
    }
    return all.length === 1 ? (spoken[0] ?? words) : before
  }

  private note(reader: string, name: string, key: string): void {
    const told = this.found.get(reader) ?? new Map<string, Set<string>>()
    this.found.set(reader, told.set(name, (told.get(name) ?? new Set()).add(key)))
  }
}

/** The agents whose words the answer of a member may be. */
export function answering(member: Member): ReadonlySet<string> {
  if (isAgent(member)) return new Set(treeOf(member).map(({ name }) => name))
  if (!isGroup(member)) return nobody
  const each = membersOf(member)
    .map(answering)
    .filter(names => names.size > 0)
  const inOrder = member.kind === 'pipeline' || member.kind === 'loop'
  return union(inOrder ? each.slice(-1) : each)
}

const treeOf = (agent: Agent): readonly Agent[] => [agent, ...(agent.subAgents ?? []).flatMap(treeOf)]

const size = (all: readonly Words[]): number =>
  all.flatMap(words => [...words.values()]).reduce((sum, names) => sum + names.size, all.length)

/** Returns the words that may be in the keys after one of several branches. */
function either(ways: readonly Words[]): Words {
  const keys = new Set(ways.flatMap(words => [...words.keys()]))
  return new Map([...keys].map(key => [key, union(ways.map(words => words.get(key)))]))
}
