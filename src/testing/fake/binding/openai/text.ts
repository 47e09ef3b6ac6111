import { type Fields, fieldsOf, isAbsentOrNull, isFields, listOfShape, textOfShape } from '../../shape.ts'
import { digestOf, stableJSON, withoutIgnoredFields } from '../canonical.ts'
import type { BindingSettings } from '../options.ts'
import type { Header } from '../prefix.ts'

/** Fields with an app's own data, whose content is compared unchanged. */
const data = ['parameters', 'schema']

/** Fields that identify or manage an item. The model does not read them. */
const handles = ['id', 'status', 'annotations', 'logprobs']

const canonicalJSON = (value: unknown, fields: readonly string[], { applies }: BindingSettings): string =>
  stableJSON(applies('nulls') ? withoutIgnoredFields(value, { fields, data }) : value, applies('key-order'))

/** Returns an item as the canonical text that the check compares. */
export const canonicalItemText = (item: Fields, settings: BindingSettings): string => {
  const { applies } = settings
  const fields = [
    ...(applies('handles') ? handles : []),
    ...(applies('marks') ? ['prompt_cache_breakpoint'] : []),
  ]
  return canonicalJSON(applies('shorthand') ? withExplicitParts(item) : item, fields, settings)
}

/** Returns a message item with an explicit `type`, and with a text content as a list of one part. */
const withExplicitParts = (item: Fields): Fields => {
  const { type = 'message', role, content } = item
  if (type !== 'message' || typeof content !== 'string') return { ...item, type }
  const part = role === 'assistant' ? 'output_text' : 'input_text'
  return { ...item, type, content: [{ type: part, text: content }] }
}

/**
 * Fields of a request that are no settings: each is judged separately. `instructions` count as a setting, because the
 * model reads them after the input.
 */
const bound = ['input', 'previous_response_id', 'tools', 'text', 'reasoning']

/** Returns digests of the request parts before the input items: tools, text format and reasoning effort. */
export const digestToolsAndFormat = (request: Fields, settings: BindingSettings): Header => {
  const { applies } = settings
  const { format, ...text } = fieldsOf(request.text)
  const { effort, ...reasoning } = fieldsOf(request.reasoning)
  const others = [text, reasoning, Object.entries(request).filter(([key]) => !bound.includes(key))]
  return {
    ...(applies('tools') && { tools: digestOf(canonicalJSON(listOfShape(request.tools), [], settings)) }),
    ...(applies('format') && { 'text.format': digestOf(canonicalJSON(format ?? null, [], settings)) }),
    ...(applies('effort') && { 'reasoning.effort': digestOf(canonicalJSON(effort ?? null, [], settings)) }),
    ...(!applies('settings') && { settings: digestOf(stableJSON(others, true)) }),
  }
}

/** Item that the model reads, and its path. The path of an item that the server stores begins with `held`. */
export interface PlacedItem {
  readonly item: Fields
  readonly path: string
}

/**
 * Returns all items that the model reads, in order; null if the request refers to items that the server does not store.
 */
export const itemsReadByModel = (
  request: Fields,
  { applies, held }: BindingSettings,
): readonly PlacedItem[] | null => {
  const { input, previous_response_id: previous } = request
  const before = isAbsentOrNull(previous) ? [] : held(textOfShape(previous))
  const own =
    typeof input === 'string'
      ? [applies('shorthand') ? { role: 'user', content: input } : input]
      : listOfShape(input)
  if (before === undefined) return null
  const placed = own.map((raw, i): PlacedItem | null => {
    const item = isFields(raw) ? raw : { content: raw }
    const found = item.type === 'item_reference' ? held(textOfShape(item.id))?.[0] : item
    return isFields(found) ? { item: found, path: `input.${i}` } : null
  })
  if (placed.includes(null)) return null
  return [
    ...before.map((item, i) => ({ item: fieldsOf(item), path: `held.${i}` })),
    ...placed.filter(item => item !== null),
  ]
}
