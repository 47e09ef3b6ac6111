import { object, text } from '../form/check.ts'
import { Path } from '../form/path.ts'
import { fillTemplate } from './fill-template.ts'
import { stateValue } from './state-value.ts'
import { parseTemplate } from './template.ts'

/**
 * Fills a template with values of a state, in one pass: braces inside a value are not read as slots.
 *
 * - `{key}`, `{user:key}`, `{order.items.0}`: a value; if it is missing, the slot stays as written.
 * - `{key?}` is empty if the value is missing, `{key|text}` is the text.
 * - `{{` is `{`. `}}` is `}`, unless it closes a `{` of the text, as in nested JSON.
 * - All else is text: `{"a": 1}`, `{ }`, `${key}`. A text whose braces were all doubled renders as the original text.
 *
 * A string is inserted unchanged, null as nothing, any other value as JSON. There are no artifacts: `{artifact.name}`
 * is missing.
 *
 * @example
 * import { renderTemplate } from 'ctxc/compile'
 *
 * console.log(renderTemplate('Hello {name}!', { name: 'World' })) // Hello World!
 * console.log(renderTemplate('{city|Paris}, {user:zip?}{country}', {})) // Paris, {country}
 */
export function renderTemplate(template: string, state: Readonly<Record<string, unknown>>): string {
  text(template, Path.named('renderTemplate.template'))
  object(state, Path.named('renderTemplate.state'))
  const pieces = parseTemplate(template)
  const { runs } = fillTemplate(
    pieces,
    slot => (slot.kind === 'state' ? stateValue(state, slot) : undefined),
    'keep',
  )
  return runs.map(run => run.text).join('')
}
