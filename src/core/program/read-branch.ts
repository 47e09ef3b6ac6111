import { assertList } from '../form/check.ts'
import { type Field, functionField, readField } from '../form/field.ts'
import { type Form, formSchema, readForm } from '../form/form.ts'
import type { Path } from '../form/path.ts'
import { frozenJson } from '../text/json-value.ts'
import { reasonOf } from '../text/reason.ts'
import type { Member, Way } from './member.ts'

/** Returns the form field for the branches of a route. `member` is the form field for a branch's member. */
export function waysField(member: Field): Field {
  const form: Form = {
    title: 'A branch: a value and a member.',
    needs: { member },
    takes: {
      is: readField(jsonOf, {}, 'Value of the key for which this branch runs: any JSON.'),
      when: functionField,
    },
  }
  const readWay = (input: unknown, at: Path): Way => {
    const { member: inner, ...when } = readForm(form, input, at)
    if ('is' in when === 'when' in when)
      throw at.wrong(at.isData ? 'has no value (is)' : 'must have either a value (is) or a condition (when)')
    return Object.freeze({ ...when, member: inner as Member }) as Way
  }
  return readField(
    (value, at) => Object.freeze(at.readEach(assertList(value, at), readWay)),
    { type: 'array', items: { ...formSchema(form), required: ['is', 'member'] } },
    'Branches. The first one that matches runs.',
  )
}

function jsonOf(value: unknown, at: Path) {
  try {
    return frozenJson(value)
  } catch (error) {
    throw at.wrong(reasonOf(error), { cause: error })
  }
}
