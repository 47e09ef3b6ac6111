import { toldByTwo, toldTwice } from '../../../core/diag/channel.ts'
import type { CheckRule, RuleFinding } from '../finding.ts'
import { sees } from '../sees.ts'
import type { Seen } from '../site.ts'
import { toldAt } from '../slots.ts'
import { declarationPlace } from '../words.ts'
import { sourcesOf, speakersOf, type Write } from '../write.ts'

/**
 * Reports answers of other agents that an agent gets twice: in its instruction or context and in its history, or from
 * two state keys.
 */
export const toldTwiceRule: CheckRule = facts =>
  facts.agents.flatMap(standing => {
    const { agent, place } = standing
    const contents = agent.context ? null : (agent.includeContents ?? 'topology')
    const told = toldAt(facts, standing)
    const inHistory = told.flatMap(({ key, field, writes }) =>
      [...new Set([...sourcesOf(writes)].flatMap(speakersOf))]
        .filter(name => name !== agent.name && sees(facts, standing, name))
        .map(name => ({
          agents: [agent.name, name],
          diagnostic: toldTwice({ agent: agent.name, key, contents }, name, declarationPlace(place, field)),
        })),
    )
    return [...inHistory, ...inState(told, agent.name, place)]
  })

/** Returns the findings about answers that two keys contain, or both the instruction and the context. */
function inState(told: readonly Seen[], agent: string, place: string): readonly RuleFinding[] {
  const found: RuleFinding[] = []
  const first = new Map<Write, Seen>()
  for (const seen of told)
    for (const write of wordsIn(seen.writes)) {
      const before = first.get(write)
      if (before === undefined) first.set(write, seen)
      else if (before.key !== seen.key || before.field !== seen.field)
        for (const name of speakersOf(write))
          found.push({
            agents: [agent, name],
            diagnostic: toldByTwo(agent, name, [before, seen], declarationPlace(place, seen.field)),
          })
    }
  return found
}

/** Returns the writes whose text is certainly in a value: its own writes, and writes that steps moved or joined. */
function wordsIn(writes: Iterable<Write>): ReadonlySet<Write> {
  const all = new Set<Write>(writes)
  for (const write of all)
    if (write.making === 'moved' || write.making === 'joined')
      for (const source of write.from) all.add(source)
  return all
}
