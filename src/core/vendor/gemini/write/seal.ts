import type { GeminiRules } from '../../../ir/model.ts'
import type { Origin } from '../../../ir/origin.ts'
import type { Seal } from '../../../ir/text.ts'
import type { Setting, UnitOptions } from '../../../target/target.ts'
import { maySignatureBeSent, type ReasoningReader, reasoningLoss } from '../../../target/travel.ts'
import type { Writer } from '../../../target/writer.ts'
import { readsSeal } from './models.ts'
import type { Part } from './request.ts'
import { isSignature, sentinel } from './wire.ts'

/** Inputs for writing one unit. */
export interface Work {
  readonly writer: Writer
  readonly setting: Setting<GeminiRules>
  readonly options: UnitOptions
}

/** Returns the rules by which the target's model reads other models' reasoning. */
export const geminiReasoningReader = ({ facts, model }: Setting<GeminiRules>): ReasoningReader => ({
  format: 'gemini',
  model,
  reads: producer => readsSeal(facts, model, producer),
  isUnknown: facts.family === 'unknown',
})

/**
 * Writes a part's own signature back to the part (rule G6) if the model accepts the signature. `same`: whether the part
 * is unchanged since the model signed it.
 */
export function writeSeal(
  { writer, setting, options }: Work,
  wire: Part,
  seal: Seal | undefined,
  origin: Origin,
  same: boolean,
): void {
  if (seal === undefined) return
  const noteLostSeal = (note: ReturnType<typeof reasoningLoss> | undefined): void => {
    if (note) writer.note(note)
    writer.edit('reasoning-omitted')
  }
  const { goes, note } = maySignatureBeSent(seal, origin, geminiReasoningReader(setting))
  if (!goes) return noteLostSeal(note)
  if (!setting.facts.reasoning) return noteLostSeal(reasoningLoss('model does not reason', origin))
  if (!same || !isSignature(seal.value)) return noteLostSeal(reasoningLoss('no form to replay', origin))
  if (!options.reasoning) return noteLostSeal(reasoningLoss('what precedes it changed', origin))
  if (note) writer.note(note)
  wire.thoughtSignature = seal.value
  writer.add(writer.setting.counter.sealed(seal.value))
}

/**
 * Rule G7: puts a placeholder signature, which the API accepts, on the first call of a step if the call has no
 * signature.
 */
export function signFirstCall(writer: Writer, setting: Setting<GeminiRules>, parts: readonly Part[]): void {
  const first = parts.find(part => 'functionCall' in part)
  if (!setting.facts.rules.signatures || first === undefined || first.thoughtSignature !== undefined) return
  writer.putText(first, 'thoughtSignature', [[sentinel, 'c:signature']])
}
