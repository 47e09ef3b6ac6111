import { schemaExcludesText } from '../../../core/agent/schema-path.ts'
import { modelKey, untrustedKey } from '../../../core/diag/instruction.ts'
import type { CheckRule } from '../finding.ts'
import { instructionSlotsOf } from '../slots.ts'
import { declarationPlace, describeWriter } from '../words.ts'
import { answersIn, sourcesOf, type Write } from '../write.ts'

/** Reports instructions that contain a state value which somebody other than the developer may have written. */
export const reportUntrustedSlots: CheckRule = facts =>
  facts.agents.flatMap(standing => {
    const { name } = standing.agent
    return instructionSlotsOf(facts, standing).flatMap(({ key, path, writes, field }) => {
      const said = declarationPlace(standing.place, field)
      const sources = [...sourcesOf(writes)]
      const untrusted = sources.filter(({ making, by }) => making === 'user' || by.kind === 'tool')
      if (untrusted.length > 0) {
        const from = untrusted.map(write => (write.making === 'user' ? 'the user' : describeWriter(write)))
        return [{ agents: [name], diagnostic: untrustedKey({ agent: name, key }, [...new Set(from)], said) }]
      }
      const direct = new Set(answersIn(writes) ?? [])
      const cannotContainText = (write: Write): boolean =>
        (direct.has(write) || write.by.kind === 'memory') && schemaExcludesText(write.schema, path)
      const isWrittenByModel = ({ by }: Write): boolean => by.kind === 'agent' || by.kind === 'memory'
      const model = sources.filter(write => isWrittenByModel(write) && !cannotContainText(write))
      const from = [...new Set(model.map(describeWriter))]
      return from.length > 0
        ? [{ agents: [name], diagnostic: modelKey({ agent: name, key }, from, said) }]
        : []
    })
  })
