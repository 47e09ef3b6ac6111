import { check, isText, text } from '../form/check.ts'
import { field, listField } from '../form/field.ts'
import { type FormOf, formCheck, formSchema } from '../form/form.ts'
import { isObject } from '../ir/json.ts'

/**
 * Argument in which a tool gets the real value of a placeholder: the argument's name, or its name and the text before
 * the value, such as `Bearer ` with its trailing space.
 */
export type Reveal = string | { readonly argument: string; readonly scheme: string }

const name = field(
  check('the name of an argument', value => isText(value) && value !== ''),
  { type: 'string', minLength: 1 },
  'Name of the argument.',
)

const withScheme: FormOf<Exclude<Reveal, string>> = {
  title: 'An argument with text before its value.',
  needs: { argument: name, scheme: field(text, { type: 'string' }, 'Text before the value.') },
  takes: {},
}

/** Field for the arguments in which a tool gets real values. */
export const revealField = listField(
  (value, at) => (isObject(value) ? formCheck(withScheme) : name.check)(value, at),
  { anyOf: [name.schema, formSchema(withScheme)] },
  'Arguments in which it gets real values instead of placeholders, optionally after a scheme. Never sent.',
)
