import { keyInferred, keyMistyped } from '../../../core/diag/instruction.ts'
import type { CheckRule } from '../finding.ts'
import { intendedKey } from '../meant.ts'
import { declarationPlace } from '../words.ts'

/** Reports agents without an `outputKey` whose key was inferred from a later reader. */
export const inferredKeys: CheckRule = ({ agents, inferred, recorder }) => {
  const writes = [...recorder.writes.values()]
  return agents.flatMap(({ agent, place }) => {
    const { name, outputKey: key } = agent
    if (!inferred.has(agent) || key === undefined) return []
    const meant = intendedKey(
      key,
      writes.filter(write => write.key !== key),
    )
    const diagnostic =
      meant === null
        ? keyInferred(name, key, declarationPlace(place))
        : keyMistyped({ agent: name, key }, meant, declarationPlace(place))
    return [{ agents: [name], diagnostic }]
  })
}
