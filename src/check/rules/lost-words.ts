import { keysOfTools } from '../../agent/tool-keys.ts'
import { wordsLost } from '../../diag/channel.ts'
import type { Facts, Standing } from '../facts.ts'
import type { Rule } from '../finding.ts'
import { comesAfter, isRouted, sees } from '../sees.ts'
import { at } from '../words.ts'
import { speakersOf } from '../write.ts'

/** Agents whose words reach none of those after them. */
export const lostWords: Rule = facts => {
  // What is in a key is not lost; whether anybody reads it is asked of the key.
  const collected = new Set([...facts.recorder.writes.values()].flatMap(speakersOf))
  return facts.agents.flatMap(standing => {
    const { agent, root, place } = standing
    if (collected.has(agent.name) || keysOfTools(agent, 'writes').length > 0) return []
    const later = facts.agents.filter(other => other.root !== root && comesAfter(facts, other, agent.name))
    // What is said last is the answer.
    if (later.length === 0 || later.some(other => reaches(facts, agent.name, other))) return []
    const hidden = later.map(({ agent: other }) =>
      other.context
        ? `the context of '${other.name}' selects none of them`
        : `'${other.name}' has includeContents: '${other.includeContents ?? 'topology'}'`,
    )
    return [{ agents: [agent.name], diagnostic: wordsLost(agent.name, [...new Set(hidden)], at(place)) }]
  })
}

const reaches = (facts: Facts, name: string, other: Standing): boolean =>
  sees(facts, other, name) || isRouted(facts, name, other)
