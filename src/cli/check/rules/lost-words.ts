import { declaredToolKeys } from '../../../core/agent/tool-facts.ts'
import { wordsLost } from '../../../core/diag/channel.ts'
import type { Facts, StandingAgent } from '../facts.ts'
import type { CheckRule } from '../finding.ts'
import { comesAfter, getsAnswersThroughState, seesMessagesOf } from '../sees.ts'
import { declarationPlace } from '../words.ts'
import { speakersOf } from '../write.ts'

/** Reports agents whose answers no later agent gets. */
export const reportUnreadAnswers: CheckRule = facts => {
  // An answer that a key stores is lost only if it is always replaced unread. Another rule reports unread keys.
  const { recorder, replaced } = facts
  const collected = new Set(
    [...recorder.writes.values()].filter(write => !replaced.has(write)).flatMap(speakersOf),
  )
  const keys = new Map([...replaced].flatMap(write => speakersOf(write).map(name => [name, write.key])))
  return facts.agents.flatMap((standing, index) => {
    const { agent, root, place } = standing
    if (collected.has(agent.name) || declaredToolKeys(agent, 'writes').length > 0) return []
    const runsLater = (other: StandingAgent): boolean =>
      other.root !== root && comesAfter(facts, other, agent.name)
    const getsAnswer = (other: StandingAgent): boolean =>
      runsLater(other) && reachesAgent(facts, agent.name, other)
    // Usually one of the next agents gets the answer, so these agents are searched first, which is faster.
    if (facts.agents.slice(index + 1, index + near).some(getsAnswer) || facts.agents.some(getsAnswer))
      return []
    const later = facts.agents.filter(runsLater)
    // The last answer is the answer of the whole program, so no agent has to get it.
    if (later.length === 0) return []
    const hidden = later.map(({ agent: other }) =>
      other.context
        ? `the context of '${other.name}' does not select the answer`
        : `'${other.name}' has includeContents: '${other.includeContents ?? 'topology'}'`,
    )
    return [
      {
        agents: [agent.name],
        diagnostic: wordsLost(
          agent.name,
          [...new Set(hidden)],
          declarationPlace(place),
          keys.get(agent.name),
        ),
      },
    ]
  })
}

/** Number of agents after the answering agent that are searched first for a receiver of the answer. */
const near = 8

const reachesAgent = (facts: Facts, name: string, other: StandingAgent): boolean =>
  seesMessagesOf(facts, other, name) || getsAnswersThroughState(facts, name, other)
