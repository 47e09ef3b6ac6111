import { producerAssumed, type ReasoningLoss } from '../../../diag/reasoning.ts'
import type { Placed } from '../../../ir/block.ts'
import { isObject, type JsonObject } from '../../../ir/json.ts'
import type { ReasoningPart as Thought } from '../../../ir/reasoning.ts'
import { hasBrokenSeal } from '../../../target/seals.ts'
import type { Setting, UnitOptions } from '../../../target/target.ts'
import { reasoningLoss, whyFormless } from '../../../target/travel.ts'
import type { Writer } from '../../../target/writer.ts'
import { isTooDeep } from '../../../text/depth.ts'
import { safeString } from '../../../text/reason.ts'
import { copyJson, isWellFormedJson } from '../../../text/well-formed.ts'
import { isFilledText, optionsUnder } from '../rows/options.ts'
import { vendorOfModel } from '../rows/packages.ts'
import { type AISDKRules, readsThought } from './models.ts'
import type { ReasoningPart } from './request.ts'
import { isReasoningSent, renamedSeal } from './seals.ts'

/**
 * Returns why the vendor's converter could not send a reasoning part, such as a missing signature; null if it could.
 */
function whyUnsent({ model }: Thought, wire: readonly JsonObject[], rules: AISDKRules): ReasoningLoss {
  const { vendor, reader } = rules
  if (reader.reasoning.form === 'none') return 'no form to replay'
  const isSaid = wire.some(({ providerOptions }) => providerOptions !== undefined)
  const own = isSaid
    ? wire.some(item => optionsUnder(item, reader.options) !== null)
    : model !== undefined && vendorOfModel(model) === vendor
  if (own) return reader.reasoning.seals?.[0] === 'signature' ? 'it has no signature' : 'no form to replay'
  return isSaid ? 'other provider' : 'no form to replay'
}

/** Returns reasoning of a vendor's own API as AI SDK parts; null for reasoning of another vendor's API. */
function fromNative({ native }: Thought, { vendor, reader }: AISDKRules): JsonObject[] | null {
  if (native === undefined) return null
  const { format, payload } = native
  if (format === 'ai-sdk') return [payload]
  if (format === 'anthropic' && vendor === 'anthropic') {
    const { type, thinking, signature, data } = payload
    return type === 'thinking'
      ? [{ type: 'reasoning', text: thinking, providerOptions: { anthropic: { signature } } }]
      : [{ type: 'reasoning', text: '', providerOptions: { anthropic: { redactedData: data } } }]
  }
  if (format !== 'openai' || vendor !== 'openai' || payload.type !== 'reasoning') return null
  const { id, encrypted_content: sealed } = payload
  const summary: readonly unknown[] = Array.isArray(payload.summary) ? payload.summary : []
  const texts = summary.flatMap(piece =>
    isObject(piece) && typeof piece.text === 'string' ? [piece.text] : [],
  )
  const own = isFilledText(sealed) ? { reasoningEncryptedContent: sealed } : { itemId: id }
  const [name = 'openai'] = reader.options
  // Without an id, the converter would make a separate item of each part, so all texts are put into one part.
  return [{ type: 'reasoning', text: texts.join('\n\n'), providerOptions: { [name]: own as JsonObject } }]
}

/**
 * Writes reasoning as parts if the package sends reasoning and the model can read it. Otherwise writes nothing and
 * reports the reason. `beside` contains the fields of all other parts of the answer.
 */
export function writeReasoning(
  writer: Writer,
  setting: Setting<AISDKRules>,
  placed: Placed<Thought>,
  { reasoning }: UnitOptions,
  beside: readonly object[],
): ReasoningPart[] {
  const { part, origin } = placed
  const { facts, model } = setting
  const { reader } = facts.rules
  const noteLoss = (why: Parameters<typeof reasoningLoss>[0]): [] => {
    writer.edit('reasoning-omitted')
    writer.note(reasoningLoss(why, origin))
    return []
  }
  if (part.native === undefined) return noteLoss(whyFormless(part))
  if (hasBrokenSeal(part.native.payload)) return noteLoss('broken seal')
  const wire = fromNative(part, facts.rules)?.map(item => renamedSeal(item, reader)) ?? null
  if (wire === null) return noteLoss('other provider')
  if (!wire.every(item => isReasoningSent(item, reader, beside)))
    return noteLoss(whyUnsent(part, wire, facts.rules))
  if (part.model !== undefined && !readsThought(model, part.model)) return noteLoss('other model family')
  if (!facts.reasoning && model !== null) return noteLoss('model does not reason')
  if (!wire.every(item => typeof item.text === 'string' && !isTooDeep(item) && isWellFormedJson(item)))
    return noteLoss('no form to replay')
  if (!reasoning) return noteLoss('what precedes it changed')
  if (part.model === undefined)
    writer.note({ kind: 'CX7009', say: at => producerAssumed(model ?? 'the default model', at), at: origin })
  return wire.map(item => writeSealedReasoning(writer, copyJson(item), origin))
}

/**
 * Writes a reasoning part unchanged. Its text is counted as text, and its provider options are counted as sealed data.
 */
function writeSealedReasoning(writer: Writer, item: JsonObject, origin: string): ReasoningPart {
  const { counter } = writer.setting
  writer.add(counter.text(safeString(item.text)))
  writer.add(counter.sealed(JSON.stringify(item.providerOptions ?? '')))
  return writer.recordOrigin({ ...item }, origin) as unknown as ReasoningPart
}
