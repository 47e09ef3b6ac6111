import { keyInferred, keyMistyped } from '../../../core/diag/instruction.ts'
import type { Rule } from '../finding.ts'
import { meantFor } from '../meant.ts'
import { at } from '../words.ts'

/** Reports answers with a key that is inferred from the members after the agent. */
export const inferredKeys: Rule = ({ agents, inferred, recorder }) => {
  const writes = [...recorder.writes.values()]
  return agents.flatMap(({ agent, place }) => {
    const { name, outputKey: key } = agent
    if (!inferred.has(agent) || key === undefined) return []
    const meant = meantFor(
      key,
      writes.filter(write => write.key !== key),
    )
    const diagnostic =
      meant === null ? keyInferred(name, key, at(place)) : keyMistyped({ agent: name, key }, meant, at(place))
    return [{ agents: [name], diagnostic }]
  })
}
