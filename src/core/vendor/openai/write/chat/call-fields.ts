import type { PairedCall } from '../../../../ir/block.ts'
import type { JsonObject } from '../../../../ir/json.ts'
import type { OpenAIRules } from '../../../../ir/model.ts'
import type { Origin } from '../../../../ir/origin.ts'
import type { Seal } from '../../../../ir/text.ts'
import { hasBrokenSeal } from '../../../../target/seals.ts'
import type { Setting } from '../../../../target/target.ts'
import { maySignatureBeSent, reasoningLoss } from '../../../../target/travel.ts'
import type { Writer } from '../../../../target/writer.ts'
import { geminiFacts, readsSeal } from '../../../gemini/write/models.ts'
import { isSignature as isWhole, sentinel } from '../../../gemini/write/wire.ts'
import { vendorOf } from '../../../rows/vendors.ts'
import { isSignatureField, signsInId } from '../../read/dialects.ts'
import { chatReasoningReader, speaksDialect } from './dialect.ts'
import { writeFields } from './fields.ts'
import type { ToolCall } from './request.ts'

const format = 'openai-chat'

/** Writes the imported dialect fields of a call. A signature is written only if the model accepts it. */
export function writeCallFields(
  writer: Writer,
  setting: Setting<OpenAIRules>,
  { part, origin }: PairedCall,
  wire: ToolCall,
  called: object,
): void {
  const { seal, extra } = part
  if (!seal && extra?.format !== format) return
  const own = extra?.format === format ? extra.fields : {}
  const { function: inFunction, custom: inCustom, ...beside } = own
  const inside = wire.type === 'custom' ? inCustom : inFunction
  if (inside !== undefined)
    writeFields(writer, called, { format, fields: inside as JsonObject }, origin, true)
  const { goes, note } = seal
    ? maySignatureBeSent({ ...seal, format }, origin, chatReasoningReader(setting))
    : { goes: false, note: undefined }
  if (seal && note && speaksDialect(setting)) writer.note(note)
  const broken = new Set(Object.keys(beside).filter(key => hasBrokenSeal({ [key]: beside[key] })))
  if (broken.size > 0 && speaksDialect(setting)) {
    writer.note(reasoningLoss('broken seal', origin))
    writer.edit('reasoning-omitted')
  }
  const kept = Object.entries(beside).filter(
    ([key, value]) => !broken.has(key) && (goes || !isSignatureField(key, value)),
  )
  writeFields(writer, wire, { format, fields: Object.fromEntries(kept) }, origin, true)
  if (!seal || !speaksDialect(setting)) return
  const signed = Object.keys(beside).some(key => isSignatureField(key, beside[key]))
  if (goes && !signed && extra?.format !== format && isGoogleEndpoint(setting))
    writeGoogleSignature(writer, setting, wire, seal, origin)
}

const isGoogleEndpoint = ({ model }: Setting<OpenAIRules>): boolean =>
  model !== null && vendorOf(model) === 'google'

/** Writes a signature that Google's own API made, in the field of Google's OpenAI-compatible endpoint. */
function writeGoogleSignature(
  writer: Writer,
  { model }: Setting<OpenAIRules>,
  wire: ToolCall,
  { value, model: producer }: Seal,
  origin: Origin,
): void {
  const { facts } = geminiFacts(model)
  if (!isWhole(value) || (producer !== undefined && !readsSeal(facts, model, producer))) return
  const field = writer.copyAnswerItem({ google: { thought_signature: value } }, origin, true)
  Object.assign(wire, { extra_content: field })
}

/**
 * Rule G7, for Google's OpenAI-compatible endpoint: puts a placeholder signature on the first call of a step if none of
 * the step's calls has a signature.
 */
export function signFirstChatCall(
  writer: Writer,
  setting: Setting<OpenAIRules>,
  calls: readonly ToolCall[],
): void {
  const [first] = calls
  if (first === undefined || !isGoogleEndpoint(setting) || !geminiFacts(setting.model).facts.rules.signatures)
    return
  if (calls.some(call => 'extra_content' in call || 'provider_specific_fields' in call)) return
  if (signsInId(first.id)) return
  const field = writer.copyAnswerItem({ google: { thought_signature: sentinel } }, 'c:signature')
  Object.assign(first, { extra_content: field })
}
