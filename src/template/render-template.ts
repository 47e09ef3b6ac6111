import { isObject } from '../ir/json.ts'
import { fillTemplate } from './fill-template.ts'
import { stateValue } from './state-value.ts'
import { parseTemplate } from './template.ts'

/**
 * Puts the values of a state into a template, in one pass: braces inside a value stay what they are.
 *
 * - `{key}`, `{user:key}`, `{order.items.0}`: a value; one that is missing leaves the slot as it is written.
 * - `{key?}` is empty where the value is missing, `{key|text}` is the text.
 * - `{{` is `{`. `}}` is `}`, unless it closes a `{` of the text, as in nested JSON.
 * - All else is text: `{"a": 1}`, `{ }`, `${key}`. A text with every brace doubled comes out as it was.
 *
 * A string goes in as it is, null as nothing, any other value as JSON. There are no artifacts: `{artifact.name}` is missing.
 *
 * @example
 * import { renderTemplate } from 'ctxc'
 *
 * console.log(renderTemplate('Hello {name}!', { name: 'World' })) // Hello World!
 * console.log(renderTemplate('{city|Paris}, {user:zip?}{country}', {})) // Paris, {country}
 */
export function renderTemplate(template: string, state: Readonly<Record<string, unknown>>): string {
  if (typeof template !== 'string') throw new TypeError('renderTemplate takes a template: a string')
  if (!isObject(state)) throw new TypeError('renderTemplate takes a state: an object of keys and values')
  const pieces = parseTemplate(template)
  const { runs } = fillTemplate(
    pieces,
    slot => (slot.kind === 'state' ? stateValue(state, slot) : undefined),
    'keep',
  )
  return runs.map(run => run.text).join('')
}
