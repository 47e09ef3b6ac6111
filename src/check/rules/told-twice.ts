import { toldTwice } from '../../diag/channel.ts'
import type { Rule } from '../finding.ts'
import { sees } from '../sees.ts'
import { toldAt } from '../slots.ts'
import { at } from '../words.ts'
import { sourcesOf, speakersOf } from '../write.ts'

/** Reports answers that an agent gets twice: in its instruction or context, and in its history. */
export const toldTwiceRule: Rule = facts =>
  facts.agents.flatMap(standing => {
    const { agent } = standing
    const contents = agent.context ? null : (agent.includeContents ?? 'topology')
    return toldAt(facts, standing).flatMap(({ key, field, writes }) =>
      [...new Set([...sourcesOf(writes)].flatMap(speakersOf))]
        .filter(name => name !== agent.name && sees(facts, standing, name))
        .map(name => ({
          agents: [agent.name, name],
          diagnostic: toldTwice({ agent: agent.name, key, contents }, name, at(standing.place, field)),
        })),
    )
  })
