import type { Agent } from '../agent/agent.ts'
import type { StateStep } from '../state/step.ts'
import { afterFlow, union, withWords } from './key-words.ts'
import type { Fallback, Group, Loop, MapOver, Member, Parallel, Pipeline, Route, Tap } from './member.ts'
import { keysRead } from './reads.ts'
import { membersOf, treeOf, type Visitor, visit } from './walk.ts'

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

/** Goes through a program in order, and notes who is told whose words: each method returns the words after a member. */
class Routes implements Visitor<Words, [words: Words]> {
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

  private through(member: Member, words: Words): Words {
    return visit<Words, [words: Words]>(this, member, words)
  }

  /** Any of a tree may have spoken before another of it. */
  agent(root: Agent, words: Words): Words {
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

  state({ flow }: StateStep, words: Words): Words {
    return flow.reduce<Words>((before, entry) => afterFlow(before, entry), words)
  }

  tap(_: Tap, words: Words): Words {
    return words
  }

  pipeline({ members }: Pipeline, words: Words): Words {
    return this.row(members, words)
  }

  loop({ members }: Loop, words: Words): Words {
    return this.rounds(members, words)
  }

  parallel(group: Parallel, words: Words): Words {
    return this.some(group, words)
  }

  route(group: Route, words: Words): Words {
    return this.some(group, words)
  }

  fallback(group: Fallback, words: Words): Words {
    return this.some(group, words)
  }

  mapOver({ key, item, into, member }: MapOver, words: Words): Words {
    const after = this.through(member, withWords(words, item, words.get(key) ?? nobody))
    // The item is there in its round only.
    return withWords(withWords(after, item, words.get(item) ?? nobody), into, answering(member))
  }

  /** Some of them ran, or all: whatever one leaves may be there. */
  private some(group: Group, words: Words): Words {
    return either([words, ...membersOf(group).map(member => this.through(member, words))])
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

  private note(reader: string, name: string, key: string): void {
    const told = this.found.get(reader) ?? new Map<string, Set<string>>()
    this.found.set(reader, told.set(name, (told.get(name) ?? new Set()).add(key)))
  }
}

const silent = (): ReadonlySet<string> => nobody
const ofLast = (group: Group): ReadonlySet<string> => union(speaking(group).slice(-1))
const ofAny = (group: Group): ReadonlySet<string> => union(speaking(group))

const speaking = (group: Group): readonly ReadonlySet<string>[] =>
  membersOf(group)
    .map(answering)
    .filter(names => names.size > 0)

const speakers: Visitor<ReadonlySet<string>> = {
  agent: agent => new Set(treeOf(agent).map(({ name }) => name)),
  state: silent,
  tap: silent,
  pipeline: ofLast,
  loop: ofLast,
  parallel: ofAny,
  route: ofAny,
  fallback: ofAny,
  mapOver: ofAny,
}

/** The agents whose words the answer of a member may be. */
export const answering = (member: Member): ReadonlySet<string> => visit(speakers, member)

const size = (all: readonly Words[]): number =>
  all.flatMap(words => [...words.values()]).reduce((sum, names) => sum + names.size, all.length)

/** Returns the words that may be in the keys after one of several branches. */
function either(ways: readonly Words[]): Words {
  const keys = new Set(ways.flatMap(words => [...words.keys()]))
  return new Map([...keys].map(key => [key, union(ways.map(words => words.get(key)))]))
}
