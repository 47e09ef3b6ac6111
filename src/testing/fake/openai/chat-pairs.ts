import { type Fields, fieldsOf, findRepeatedItems, listOfShape, textOfShape } from '../shape.ts'
import type { ReportViolation } from '../violation.ts'

/** Checks that tool messages directly follow their calls, and that every call has a tool message (rules C1, C2). */
export const checkChatPairs = (messages: readonly unknown[], report: ReportViolation): void => {
  let open: readonly string[] = []
  let answered = new Set<string>()
  for (const [at, message] of messages.map(fieldsOf).entries()) {
    if (message.role === 'tool') {
      checkResult(message, at, open, answered, report)
      continue
    }
    reportOpenCalls(at, open, answered, report)
    open = listOfShape(message.role === 'assistant' ? message.tool_calls : null).map(call =>
      textOfShape(fieldsOf(call).id),
    )
    answered = new Set()
    for (const { value } of findRepeatedItems(open)) {
      const param = `messages.[${at}].tool_calls`
      report('tool-id', `/messages/${at}/tool_calls`, `Duplicate value for 'tool_call_id' of '${value}'`, {
        param,
      })
    }
  }
  reportOpenCalls(messages.length, open, answered, report)
}

const checkResult = (
  message: Fields,
  at: number,
  open: readonly string[],
  answered: Set<string>,
  report: ReportViolation,
): void => {
  const id = textOfShape(message.tool_call_id)
  const pointer = `/messages/${at}`
  if (open.length === 0) {
    const text = "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."
    report('C2', pointer, `Invalid parameter: ${text}`, { param: `messages.[${at}].role`, code: null })
  } else if (!open.includes(id) || answered.has(id)) {
    const text = `Invalid parameter: 'tool_call_id' of '${id}' not found in 'tool_calls' of previous message.`
    report('C2', pointer, text, { param: `messages.[${at}].tool_call_id`, code: null })
  }
  answered.add(id)
}

const reportOpenCalls = (
  at: number,
  open: readonly string[],
  answered: ReadonlySet<string>,
  report: ReportViolation,
): void => {
  const missing = open.filter(id => !answered.has(id))
  if (missing.length === 0) return
  report(
    'C1',
    `/messages/${at}`,
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. " +
      `The following tool_call_ids did not have response messages: ${missing.join(', ')}`,
    { param: `messages.[${at}].role`, code: null },
  )
}
