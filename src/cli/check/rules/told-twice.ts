import { wordsSentTwice, wordsTwiceInState } from '../../../core/diag/channel.ts'
import type { CheckRule, RuleFinding } from '../finding.ts'
import { seesMessagesOf } from '../sees.ts'
import type { Seen } from '../site.ts'
import { shownValuesOf } from '../slots.ts'
import { declarationPlace } from '../words.ts'
import { sourcesOf, speakersOf, type Write } from '../write.ts'

/**
 * Reports answers of other agents that an agent gets twice: in its instruction or context and in its history, or from
 * two state keys.
 */
export const reportRepeatedAnswers: CheckRule = facts =>
  facts.agents.flatMap(standing => {
    const { agent, place } = standing
    const contents = agent.context ? null : (agent.includeContents ?? 'topology')
    const told = shownValuesOf(facts, standing)
    const inHistory = told.flatMap(({ key, field, writes }) =>
      [...new Set([...sourcesOf(writes)].flatMap(speakersOf))]
        .filter(name => name !== agent.name && seesMessagesOf(facts, standing, name))
        .map(name => ({
          agents: [agent.name, name],
          diagnostic: wordsSentTwice(
            { agent: agent.name, key, contents },
            name,
            declarationPlace(place, field),
          ),
        })),
    )
    return [...inHistory, ...inState(told, agent.name, place)]
  })

/** Returns the findings about answers that two keys contain, or both the instruction and the context. */
function inState(told: readonly Seen[], agent: string, place: string): readonly RuleFinding[] {
  const found: RuleFinding[] = []
  const first = new Map<Write, Seen>()
  for (const seen of told)
    for (const write of writesContainedIn(seen.writes)) {
      const before = first.get(write)
      if (before === undefined) first.set(write, seen)
      else if (before.key !== seen.key || before.field !== seen.field)
        for (const name of speakersOf(write))
          found.push({
            agents: [agent, name],
            diagnostic: wordsTwiceInState(agent, name, [before, seen], declarationPlace(place, seen.field)),
          })
    }
  return found
}

/** Returns the writes whose text is certainly in a value: its own writes, and writes that steps moved or joined. */
function writesContainedIn(writes: Iterable<Write>): ReadonlySet<Write> {
  const all = new Set<Write>(writes)
  for (const write of all)
    if (write.making === 'moved' || write.making === 'joined')
      for (const source of write.from) all.add(source)
  return all
}
