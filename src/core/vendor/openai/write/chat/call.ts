import type { PairedCall } from '../../../../ir/block.ts'
import { prepareCall } from '../../../../target/call.ts'
import { signsInId } from '../../read/dialects.ts'
import { writeCallFields } from './call-fields.ts'
import { speaksDialect } from './dialect.ts'
import type { AnswerDraft } from './draft.ts'
import type { ToolCall } from './request.ts'

/** Whether OpenAI's Chat API accepts a call's id (rule C7). The length is counted in UTF-16 units, as in the API. */
const isLegalId = (id: string): boolean => id !== '' && id.length <= 40 && id.isWellFormed()

/** Whether another vendor's endpoint accepts a call's id. An id that contains a signature may be longer. */
const isLegalElsewhere = (id: string): boolean =>
  isLegalId(id) || (signsInId(id) && /^[\x21-\x7e]+$/.test(id))

/** Writes a call, and records its id, because the call's result must name the id. */
export function writeCall({ writer, setting, calls, ids }: AnswerDraft, call: PairedCall): void {
  const { part, origin } = call
  const isLegal = speaksDialect(setting) ? isLegalElsewhere : isLegalId
  const { id, name, arguments: read } = prepareCall(writer, call, isLegal)
  ids.set(call, id)
  if (part.freeform && typeof part.arguments === 'string') {
    const custom = writer.recordOrigin({ name, input: '' }, origin)
    writer.putArgumentsText(custom, 'input', part.arguments, origin)
    const wire: ToolCall = writer.recordOrigin({ id, type: 'custom', custom }, origin)
    writeCallFields(writer, setting, call, wire, custom)
    calls.push(wire)
    return
  }
  const called = writer.recordOrigin({ name, arguments: '' }, origin)
  writer.putArgumentsText(called, 'arguments', read().text, origin)
  const wire: ToolCall = writer.recordOrigin({ id, type: 'function', function: called }, origin)
  writeCallFields(writer, setting, call, wire, called)
  calls.push(wire)
}
