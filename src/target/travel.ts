import type { Note } from '../diag/collect.ts'
import {
  bookkeepingDropped,
  fileLost,
  type OpaqueFate,
  opaqueLeftOut,
  producerAssumed,
  type ReasoningLoss,
  reasoningLeftOut,
} from '../diag/target.ts'
import type { BlockRole, Placed } from '../ir/block.ts'
import type { Native } from '../ir/extra.ts'
import type { FilePart } from '../ir/file.ts'
import { isObject, type JsonObject, type JsonValue } from '../ir/json.ts'
import type { OpaquePart } from '../ir/opaque.ts'
import type { ReasoningPart } from '../ir/reasoning.ts'
import type { Seal } from '../ir/seal.ts'
import type { TargetName } from '../ir/target-name.ts'
import { isTooDeep } from '../text/depth.ts'
import { toJson } from '../text/json.ts'
import type { Writer } from './writer.ts'

/** Reasoning is left out here, and why. */
export const reasoningLoss = (why: ReasoningLoss, at: string): Note => ({
  kind: `CX7007 ${why}`,
  say: places => reasoningLeftOut(why, places),
  at,
})

/** A provider's own item cannot be sent, and why. */
export const opaqueLoss = (
  part: OpaquePart,
  why: string,
  at: string,
  fate: OpaqueFate = why === 'is shown as text' ? 'sent as text' : 'dropped',
): Note => ({
  kind: `CX7008 ${fate} ${part.type} ${why}`,
  say: places => opaqueLeftOut(`'${part.type}' ${why}`, places, fate),
  at,
})

/** Why a file cannot go along: `refused`, unless it holds no bytes, which every API refuses. */
export const whyNot = (part: FilePart, refused: string): string =>
  holdsBytes(part) ? refused : 'it holds nothing'

/** Whether a file that brings its bytes brings any. */
export const holdsBytes = ({ source }: FilePart): boolean => source.type !== 'base64' || source.data !== ''

/** A note of a provider to itself has no words to be shown elsewhere. */
const wordlessLoss = ({ type, payload }: OpaquePart, at: string): Note => {
  const name = String(payload.kind ?? type)
  return { kind: `CX7029 ${name}`, say: places => bookkeepingDropped(name, places), at }
}

/** A file cannot go along as one, and why. */
export const fileLoss = (why: string, at: string): Note => ({
  kind: `CX7015 ${why}`,
  say: places => fileLost(why, places),
  at,
})

/** Rules by which a target reads other models' reasoning. */
export interface ReasoningReader {
  readonly format: TargetName
  readonly model: string | null
  /** Whether the target's model reads what `producer` wrote. */
  reads(producer: string): boolean
  /** Set where no table knows the target's model, so that whose reasoning it reads is not known either. */
  readonly isUnknown?: boolean
}

/** Whether reasoning may go to this model; if not, the note says why. */
export function reasoningTravels(
  { part, origin }: Placed<ReasoningPart>,
  reader: ReasoningReader,
): { readonly goes: boolean; readonly note?: Note } {
  if (!part.native) return { goes: false, note: reasoningLoss('no form to replay', origin) }
  if (part.native.format !== reader.format)
    return {
      goes: false,
      note: reasoningLoss(saysWhose(part.native) ? 'other provider' : 'no form to replay', origin),
    }
  if (part.model === undefined) {
    const model = reader.model ?? 'the default model'
    return { goes: true, note: { kind: 'CX7009', say: at => producerAssumed(model, at), at: origin } }
  }
  return reader.reads(part.model)
    ? { goes: true }
    : { goes: false, note: reasoningLoss(reader.isUnknown ? 'unknown model' : 'other model family', origin) }
}

/** Whether a thought says which provider made it: the AI SDK's own form does so by its options alone. */
const saysWhose = ({ format, payload }: Native): boolean =>
  format !== 'ai-sdk' || payload.providerOptions !== undefined

/** Whether a seal may go to this model on the part that bears it; if not, the note says why. */
export function sealTravels(
  seal: Seal,
  origin: string,
  reader: ReasoningReader,
): { readonly goes: boolean; readonly note?: Note } {
  const native = { format: seal.format, payload: {} }
  const part: ReasoningPart = {
    kind: 'reasoning',
    text: '',
    native,
    ...(seal.model && { model: seal.model }),
  }
  return reasoningTravels({ part, origin, seq: 0 }, reader)
}

/** Whether a provider can fetch or decode a file from there. */
export const isUrl = (url: string): boolean => /^(https?:\/\/|data:)./i.test(url)

/**
 * An opaque item where its provider is not, in words. None in an answer where they are not the model's: leave to run a
 * call is given, or refused, by a user.
 */
export function sayOpaque(
  writer: Writer,
  { part, origin }: Placed<OpaquePart>,
  role: BlockRole,
  why = 'is shown as text',
): string {
  const foreign = role === 'model' && part.format === 'ai-sdk' && part.type === 'tool-approval-response'
  if (part.format === 'ai-sdk' && part.type === 'custom') {
    writer.note(wordlessLoss(part, origin))
    writer.edit('reduced')
    return ''
  }
  if (isDrawnThought(part)) {
    const isElsewhere = why === 'is shown as text' || why === 'is of another provider'
    writer.note(reasoningLoss(isElsewhere ? 'other provider' : 'no form to replay', origin))
    writer.edit('reasoning-omitted')
    return ''
  }
  const words = foreign ? '' : describeOpaque(part)
  const fate = words.trim() === '' ? 'dropped' : 'sent as text'
  writer.note(opaqueLoss(part, foreign ? 'is not what the model said' : why, origin, fate))
  writer.edit('reduced')
  return words
}

/** Whether an item is a picture that a model of Google's drew while it thought: a thought, whose bytes are no words. */
export const isDrawnThought = ({ format, type }: OpaquePart): boolean =>
  format === 'ai-sdk' && type === 'reasoning-file'

/** An opaque item of which only the kind can be told. */
export const nameOpaque = ({ type }: OpaquePart): string => `[${type || 'item'}]`

/**
 * An opaque item in words, for another provider: its own where it has some, be it what a tool put out or was said;
 * else its JSON, without what only its provider can read.
 */
export function describeOpaque(part: OpaquePart): string {
  const { payload } = part
  const words = [payload?.text, payload?.output, payload?.transcript]
  const own = words.find(text => typeof text === 'string')
  if (own !== undefined || !isObject(payload) || isDrawnThought(part))
    return typeof own === 'string' ? own : nameOpaque(part)
  const readable = isTooDeep(payload) ? withoutSeal(payload) : withoutSeals(payload)
  const holds = Object.keys(readable).some(key => key !== 'type')
  return holds ? toJson(readable) : nameOpaque(part)
}

/** An opaque item in words that are never none. */
export function wordsOf(part: OpaquePart): string {
  const words = describeOpaque(part)
  return words.trim() === '' ? nameOpaque(part) : words
}

const isSeal = (key: string): boolean =>
  key.startsWith('encrypted_') || key === 'signature' || key === 'thoughtSignature'

/** An object without what only its provider can read. */
const withoutSeal = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !isSeal(key)))

/** The same at every level. */
const withoutSeals = (value: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(withoutSeal(value)).map(([key, item]) => [key, inside(item as JsonValue)]),
  )

function inside(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(inside)
  return isObject(value) ? withoutSeals(value) : value
}
