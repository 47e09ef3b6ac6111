import { type Fields, fieldsOf, findRepeatedItems, isAbsentOrNull, textOfShape } from '../shape.ts'
import type { Check } from './check.ts'
import { itemType } from './items.ts'

const callNames: { readonly [type: string]: string } = {
  function_call: 'function call',
  custom_tool_call: 'custom tool call',
  local_shell_call: 'local shell call',
  shell_call: 'shell call',
  apply_patch_call: 'apply patch call',
  computer_call: 'computer call',
}

/** Checks that every call item has an output after it, and every output item a call before it (rules R1, R2, R9). */
export const checkItemPairs = (items: readonly Fields[], { request, report }: Check): void => {
  // The body does not contain calls of a conversation that OpenAI stores.
  const isChained = !isAbsentOrNull(request.previous_response_id) || !isAbsentOrNull(request.conversation)
  const isReferring = items.some(item => item.type === 'item_reference')
  const fields = { param: 'input', code: null }
  for (const [type, name] of Object.entries(callNames)) {
    const outputs = callIdsWithIndex(items, `${type}_output`)
    const calls = callIdsWithIndex(items, type)
    for (const { id, at } of outputs) {
      if (isChained || calls.some(call => call.id === id && call.at < at)) continue
      const text = `No tool call found for ${name} output with call_id ${id}.`
      report(isReferring ? 'R9' : 'R1', `/input/${at}`, text, fields)
    }
    for (const { id, at } of calls) {
      if (outputs.some(output => output.id === id && output.at > at)) continue
      report('R2', `/input/${at}`, `No tool output found for ${name} ${id}.`, fields)
    }
    for (const list of [calls, outputs]) {
      for (const { value, at } of findRepeatedItems(list.map(({ id }) => id))) {
        report(
          'tool-id',
          `/input/${list[at]?.at ?? 0}`,
          `Duplicate call_id '${value}' found in input.`,
          fields,
        )
      }
    }
  }
}

/**
 * Checks that a `program` item has its output before the next message, and that each output and each `caller` refers to
 * a program (rule R21).
 */
export const checkPrograms = (items: readonly Fields[], { request, report }: Check): void => {
  if (!isAbsentOrNull(request.previous_response_id) || !isAbsentOrNull(request.conversation)) return
  const seen = new Set<string>()
  const open = new Map<string, number>()
  items.forEach((item, at) => {
    const id = textOfShape(item.call_id)
    const owner = textOfShape(fieldsOf(item.caller).caller_id)
    const reportLostProgram = (text: string): void => report('R21', `/input/${at}`, text)
    if (owner !== '' && !seen.has(owner)) reportLostProgram(`No program found with call_id ${owner}.`)
    if (item.type === 'program') {
      seen.add(id)
      open.set(id, at)
    } else if (item.type === 'program_output' && !open.delete(id)) {
      reportLostProgram(`No program found for program output with call_id ${id}.`)
    } else if (!isAbsentOrNull(item.role) && item.role !== 'assistant') {
      for (const [program, place] of open)
        report('R21', `/input/${place}`, `No program output found for program ${program}.`)
      open.clear()
    }
  })
}

const callIdsWithIndex = (
  items: readonly Fields[],
  type: string,
): readonly { readonly id: string; readonly at: number }[] =>
  items.flatMap((item, at) => (itemType(item) === type ? [{ id: textOfShape(item.call_id), at }] : []))
