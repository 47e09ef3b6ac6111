import type { Agent } from '../agent/agent.ts'
import type { StateStep } from '../state/step.ts'
import { replaceWords, unionOf, wordsAfterAction } from './key-words.ts'
import type { Fallback, Group, Loop, MapOver, Member, Parallel, Pipeline, Route, Tap } from './member.ts'
import { keysRead } from './reads.ts'
import { membersOf, treeOf, type Visitor, visit } from './walk.ts'

/** Agents whose answers are part of a key's value, by key. */
type Words = ReadonlyMap<string, ReadonlySet<string>>

const nobody: ReadonlySet<string> = new Set()

/** For each reading agent: the other agents whose answers reach it through the state, and the keys of these answers. */
export type RoutesByReader = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>

/**
 * Returns the answers that reach each agent through the state. An answer reaches an agent if the agent's instruction or
 * context reads the answer's key, or a key that steps made from this key by renaming, joining or changing it.
 */
export function answersReachingAgents(program: Member): RoutesByReader {
  const routes = new Routes()
  while (routes.walkProgramOnce(program));
  return routes.found
}

/**
 * Walks a program in order and records which answers each agent reads. Each method returns the agents' answers by key
 * after a member.
 */
class Routes implements Visitor<Words, [words: Words]> {
  readonly found = new Map<string, Map<string, Set<string>>>()
  /**
   * Agents' answers by key that may be present when a round begins. The first entry is for the whole turn. Each loop
   * adds an entry, in the order in which loops are visited.
   */
  private begins: Words[] = []
  private index = 0

  /**
   * Walks the program once, starting from the results of earlier walks. Returns whether this walk found more answers
   * that may be present when a round begins.
   */
  walkProgramOnce(program: Member): boolean {
    const known = countAnswers(this.begins)
    this.index = 0
    // Answers that were stored in one turn are still present in the next turn.
    this.walkRounds([program], new Map())
    return countAnswers(this.begins) > known
  }

  private answersAfter(member: Member, words: Words): Words {
    return visit<Words, [words: Words]>(this, member, words)
  }

  /** Within a tree of agents, any agent may have answered before any other agent. */
  agent(root: Agent, words: Words): Words {
    const all = treeOf(root)
    const spoken = all.map(({ name, outputKey }) =>
      outputKey === undefined ? words : replaceWords(words, outputKey, new Set([name])),
    )
    const before = all.length === 1 ? words : unionOfBranches([words, ...spoken])
    for (const agent of all) {
      for (const key of keysRead(agent, root))
        for (const name of before.get(key) ?? nobody)
          if (name !== agent.name) this.note(agent.name, name, key)
    }
    return all.length === 1 ? (spoken[0] ?? words) : before
  }

  state({ flow }: StateStep, words: Words): Words {
    return flow.reduce<Words>((before, entry) => wordsAfterAction(before, entry), words)
  }

  tap(_: Tap, words: Words): Words {
    return words
  }

  pipeline({ members }: Pipeline, words: Words): Words {
    return this.walkMembersInOrder(members, words)
  }

  loop({ members }: Loop, words: Words): Words {
    return this.walkRounds(members, words)
  }

  parallel(group: Parallel, words: Words): Words {
    return this.wordsAfterGroup(group, words)
  }

  route(group: Route, words: Words): Words {
    return this.wordsAfterGroup(group, words)
  }

  fallback(group: Fallback, words: Words): Words {
    return this.wordsAfterGroup(group, words)
  }

  mapOver({ key, item, into, member }: MapOver, words: Words): Words {
    const after = this.answersAfter(member, replaceWords(words, item, words.get(key) ?? nobody))
    // The item is present only while the member runs.
    return replaceWords(
      replaceWords(after, item, words.get(item) ?? nobody),
      into,
      agentsAnsweringFor(member),
    )
  }

  /**
   * Returns the answers by key after a group that ran some or all of its members; the answers of each member may be
   * present.
   */
  private wordsAfterGroup(group: Group, words: Words): Words {
    return unionOfBranches([words, ...membersOf(group).map(member => this.answersAfter(member, words))])
  }

  /**
   * Walks a loop's members once for all its rounds. Another walk for each round would double the cost at every inner
   * loop.
   */
  private walkRounds(members: readonly Member[], words: Words): Words {
    const at = this.index++
    const begin = unionOfBranches([words, this.begins[at] ?? new Map()])
    const after = this.walkMembersInOrder(members, begin)
    this.begins[at] = unionOfBranches([begin, after])
    return after
  }

  private walkMembersInOrder(members: readonly Member[], words: Words): Words {
    return members.reduce<Words>((before, member) => this.answersAfter(member, before), words)
  }

  private note(reader: string, name: string, key: string): void {
    const told = this.found.get(reader) ?? new Map<string, Set<string>>()
    this.found.set(reader, told.set(name, (told.get(name) ?? new Set()).add(key)))
  }
}

const answersWithoutSpeaker = (): ReadonlySet<string> => nobody
const answersOfLastMember = (group: Group): ReadonlySet<string> => unionOf(answeringAgents(group).slice(-1))
const ofAny = (group: Group): ReadonlySet<string> => unionOf(answeringAgents(group))

const answeringAgents = (group: Group): readonly ReadonlySet<string>[] =>
  membersOf(group)
    .map(agentsAnsweringFor)
    .filter(names => names.size > 0)

const speakers: Visitor<ReadonlySet<string>> = {
  agent: agent => new Set(treeOf(agent).map(({ name }) => name)),
  state: answersWithoutSpeaker,
  tap: answersWithoutSpeaker,
  pipeline: answersOfLastMember,
  loop: answersOfLastMember,
  parallel: ofAny,
  route: ofAny,
  fallback: ofAny,
  mapOver: ofAny,
}

/** Returns the agents that may have given the answer of a member. */
export const agentsAnsweringFor = (member: Member): ReadonlySet<string> => visit(speakers, member)

const countAnswers = (all: readonly Words[]): number =>
  all.flatMap(words => [...words.values()]).reduce((sum, names) => sum + names.size, all.length)

/** Returns the answers by key that may be present after one of several branches. */
function unionOfBranches(ways: readonly Words[]): Words {
  const keys = new Set(ways.flatMap(words => [...words.keys()]))
  return new Map([...keys].map(key => [key, unionOf(ways.map(words => words.get(key)))]))
}
