import { type Fields, fieldsOf, isAbsentOrNull, listOfShape, textOfShape } from '../shape.ts'
import type { Check } from './check.ts'
import { fieldsByType } from './item-types.ts'
import { itemType } from './items.ts'

/** Ids of the reasoning items directly before an item, by the id of that item. */
export type ItemMemory = Map<string, string>

/** Records which reasoning items directly precede each item of an accepted request. */
export const rememberReasoningBefore = (memory: ItemMemory, request: unknown): void => {
  const items = listOfShape(fieldsOf(request).input).map(fieldsOf)
  items.forEach((item, at) => {
    const before = items[at - 1]
    if (before === undefined || itemType(before) !== 'reasoning' || itemType(item) === 'reasoning') return
    const id = textOfShape(item.id)
    if (id !== '' && textOfShape(before.id) !== '' && !memory.has(id)) memory.set(id, textOfShape(before.id))
  })
}

const isOutput = (item: Fields | undefined): boolean => {
  if (item === undefined) return false
  const type = itemType(item)
  if (type === 'message') return item.role === 'assistant'
  return (
    ['reasoning', 'mcp_approval_request', 'mcp_list_tools', 'compaction', 'program'].includes(type) ||
    type.endsWith('_call') ||
    // An item of an unknown type may be output of the model, so it is treated as output.
    !fieldsByType.has(type)
  )
}

/**
 * Checks that reasoning items are sent with the output that followed them (rule R3), are readable (rule R4), and are
 * sent to a reasoning model (rule R6).
 */
export const checkReasoning = (items: readonly Fields[], check: Check, memory: ItemMemory | null): void => {
  const { request, facts, report } = check
  const fields = { param: 'input', code: null }
  items.forEach((item, at) => {
    const pointer = `/input/${at}`
    const id = textOfShape(item.id)
    const needed = memory?.get(id)
    if (
      needed !== undefined &&
      items[at - 1]?.id !== needed &&
      isAbsentOrNull(request.previous_response_id)
    ) {
      const text = `Item '${id}' of type '${itemType(item)}' was provided without its required 'reasoning' item`
      report('R3', pointer, `${text}: '${needed}'.`, fields)
    }
    checkServerCallResult(item, pointer, check)
    if (itemType(item) !== 'reasoning') return
    if (!facts.reasoning) {
      const text = 'Reasoning input items can only be provided to a reasoning or computer use model.'
      report('R6', pointer, `${text} Remove reasoning items from your input and try again.`, fields)
    }
    if (id === '') return
    if (request.store === false && isAbsentOrNull(item.encrypted_content)) {
      const text = `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false.`
      report(
        'R4',
        pointer,
        `${text} Try again with \`store\` set to true, or remove this item from your input.`,
        fields,
      )
    }
    if (isOutput(items[at + 1])) return
    const text = `Item '${id}' of type 'reasoning' was provided without its required following item.`
    report('R3', pointer, text, fields)
  })
}

/** Statuses of a server tool call that has no result yet, by the type of the call. */
const working: { readonly [type: string]: readonly string[] } = {
  web_search_call: ['in_progress', 'searching'],
  file_search_call: ['in_progress', 'searching'],
  code_interpreter_call: ['in_progress', 'interpreting'],
  mcp_call: ['in_progress', 'calling'],
}

/** Checks that a server tool call contains its result if the request has `store: false` (rule R22). */
function checkServerCallResult(item: Fields, pointer: string, { request, report }: Check): void {
  if (request.store !== false) return
  const type = itemType(item)
  const isBare = type === 'image_generation_call' && textOfShape(item.result) === ''
  if (!isBare && working[type]?.includes(textOfShape(item.status)) !== true) return
  const text = `Item with id '${textOfShape(item.id)}' not found. Items are not persisted when \`store\` is set to false.`
  report('R22', pointer, text, { param: 'input', code: null })
}
