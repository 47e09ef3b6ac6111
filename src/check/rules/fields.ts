import { followPath } from '../../agent/schema-path.ts'
import { fieldMissing } from '../../diag/instruction.ts'
import type { Rule } from '../finding.ts'
import { slotsAt } from '../slots.ts'
import { at, writerOf } from '../words.ts'
import { answersIn } from '../write.ts'

/** Slots that go on into a value where there never is such a field. */
export const fields: Rule = facts =>
  facts.agents.flatMap(standing => {
    const { name } = standing.agent
    return slotsAt(facts, standing).flatMap(({ key, path, reference, writes, field, there }) => {
      const answers = path.length > 0 && there ? answersIn(writes) : null
      const why = answers?.map(write => {
        if (write.key === reference) return null
        if (write.schema === undefined) return `${writerOf(write)} has no outputSchema: its answer is a text`
        return followPath(write.schema, path) === 'missing'
          ? `the outputSchema of ${writerOf(write)} has no ${path.join('.')}`
          : null
      })
      if (!why || why.includes(null)) return []
      const said = why.filter(words => words !== null)
      const diagnostic = fieldMissing({ agent: name, reference, key }, said, at(standing.place, field))
      return [{ agents: [name], diagnostic }]
    })
  })
