import { schemaAtPath } from '../../../core/agent/schema-path.ts'
import { fieldMissing } from '../../../core/diag/instruction.ts'
import type { CheckRule } from '../finding.ts'
import { shownValuesOf } from '../slots.ts'
import { declarationPlace, describeWriter } from '../words.ts'
import { answersIn } from '../write.ts'

/** Reports instruction slots that name a field which the key's value never has. */
export const missingFields: CheckRule = facts =>
  facts.agents.flatMap(standing => {
    const { name } = standing.agent
    return shownValuesOf(facts, standing).flatMap(({ key, need, path, reference, writes, field, there }) => {
      const isAsked = need !== 'optional-source' && path.length > 0 && there
      const answers = isAsked ? answersIn(writes) : null
      const why = answers?.map(write => {
        if (write.key === reference) return null
        if (write.schema === undefined)
          return `${describeWriter(write)} has no outputSchema: its answer is a text, if whoever keeps it makes nothing more of it`
        return schemaAtPath(write.schema, path) === 'missing'
          ? `the outputSchema of ${describeWriter(write)} has no ${path.join('.')}`
          : null
      })
      if (!why || why.includes(null)) return []
      const said = why.filter(words => words !== null)
      const diagnostic = fieldMissing(
        { agent: name, reference, key },
        said,
        declarationPlace(standing.place, field),
      )
      const isSure = answers?.every(({ schema }) => schema !== undefined)
      const isOptional = need === 'optional-slot'
      if (isOptional && !isSure) return []
      return [
        { agents: [name], diagnostic: isSure && !isOptional ? diagnostic : { ...diagnostic, level: 'warn' } },
      ]
    })
  })
