import { assertList, check, isText, listOf } from '../form/check.ts'
import { wrongValueError } from '../form/describe.ts'
import { type Field, field, textField } from '../form/field.ts'
import { type FormOf, formCheck } from '../form/form.ts'
import { conditionalSchema, schemaReference } from '../form/json-schema.ts'
import { isObject } from '../ir/json.ts'
import type { InstructionText } from './agent.ts'
import type { ProviderReference } from './instruction.ts'
import { extraField } from './tool-forms.ts'

/** Form of a reference to a function that writes an instruction, by module. */
export const referenceForm: FormOf<ProviderReference> = {
  title: 'A function that writes the instruction, named by its module.',
  needs: { module: textField('Specifier for import().') },
  takes: {
    export: textField('Name of the export. Default: default.'),
    args: field(
      assertList,
      { type: 'array', items: { description: 'Any JSON.' } },
      'Arguments after the context.',
    ),
  },
}

/** Form of one text of a static instruction. */
export const instructionTextForm: FormOf<InstructionText> = {
  title: 'A piece of an instruction.',
  needs: { text: textField('Text, sent unchanged.') },
  takes: { extra: extraField },
}

/** Returns a field for an instruction. */
export const instructionField = (description: string): Field =>
  field(
    (value, at) => {
      if (isText(value)) return
      if (isObject(value)) return formCheck(referenceForm)(value, at)
      if (at.isData) throw wrongValueError('a text, or { module }', value, at)
      check('a text, a function, a list that begins with one, or { module }', given =>
        Array.isArray(given) ? typeof given[0] === 'function' : typeof given === 'function',
      )(value, at)
    },
    {
      ...conditionalSchema({ type: 'object' }, schemaReference('reference'), { type: 'string' }),
      type: ['string', 'object'],
    },
    description,
  )

/** Field for system text without placeholders. */
export const staticInstructionField = field(
  (value, at) => {
    if (isText(value)) return
    if (!Array.isArray(value)) throw wrongValueError('a text or a list of texts', value, at)
    listOf(formCheck(instructionTextForm))(value, at)
  },
  {
    ...conditionalSchema(
      { type: 'array' },
      { items: schemaReference('instructionText') },
      { type: 'string' },
    ),
    type: ['string', 'array'],
  },
  'System text without placeholders.',
)
