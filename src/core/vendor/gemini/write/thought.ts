import type { Placed } from '../../../ir/block.ts'
import type { ReasoningPart } from '../../../ir/reasoning.ts'
import { mayReasoningBeSent, reasoningLoss } from '../../../target/travel.ts'
import { isTooDeep } from '../../../text/depth.ts'
import { copyJson, isWellFormedJson } from '../../../text/well-formed.ts'
import type { Part, TextPart } from './request.ts'
import { geminiReasoningReader, type Work } from './seal.ts'
import { isSignature } from './wire.ts'

/** Writes reasoning unchanged, or reports that it was dropped. Returns the number of parts written. */
export function writeThought(
  { writer, setting, options }: Work,
  placed: Placed<ReasoningPart>,
  into: Part[],
): number {
  const { part, origin } = placed
  const { goes, note } = mayReasoningBeSent(placed, geminiReasoningReader(setting))
  const payload = goes ? sendableThought(part) : null
  if (goes && payload && options.reasoning && setting.facts.reasoning) {
    if (note) writer.note(note)
    writer.add(writer.setting.counter.text(payload.text))
    if (payload.thoughtSignature) writer.add(writer.setting.counter.sealed(payload.thoughtSignature))
    into.push(writer.recordOrigin(payload, origin))
    return 1
  }
  writer.edit('reasoning-omitted')
  if (!goes && note) writer.note(note)
  else if (!setting.facts.reasoning) writer.note(reasoningLoss('model does not reason', origin))
  else writer.note(reasoningLoss(payload ? 'what precedes it changed' : 'no form to replay', origin))
  return 0
}

/** Returns reasoning as a part with only its known fields; null if the API would refuse the part. */
function sendableThought({ native }: ReasoningPart): TextPart | null {
  const payload = native?.payload
  if (payload === undefined || isTooDeep(payload) || !isWellFormedJson(payload)) return null
  const { text, thought, thoughtSignature: seal, partMetadata } = payload
  if (typeof text !== 'string' || (seal !== undefined && !isSignature(seal))) return null
  if (text === '' && seal === undefined) return null
  return {
    text,
    ...(thought === true && { thought }),
    ...(isSignature(seal) && { thoughtSignature: seal }),
    ...(partMetadata !== undefined && { partMetadata: copyJson(partMetadata) }),
  }
}
