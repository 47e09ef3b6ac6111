import { extractMedia } from '../count/held-media.ts'
import type { FindingNote } from '../diag/collect.ts'
import { bookkeepingDropped, type OpaqueFate, type OpaqueLoss, opaqueLeftOut } from '../diag/opaque.ts'
import {
  producerAssumed,
  type ReasoningLoss,
  reasoningLeftOut,
  reasoningLossKind,
} from '../diag/reasoning.ts'
import { fileLost } from '../diag/target.ts'
import type { BlockRole, Placed } from '../ir/block.ts'
import type { Native } from '../ir/extra.ts'
import type { FilePart } from '../ir/file.ts'
import { isObject } from '../ir/json.ts'
import type { OpaquePart } from '../ir/opaque.ts'
import type { ReasoningPart } from '../ir/reasoning.ts'
import type { TargetName } from '../ir/target-name.ts'
import type { Seal } from '../ir/text.ts'
import { isTooDeep } from '../text/depth.ts'
import { toJson } from '../text/json.ts'
import { safeString } from '../text/reason.ts'
import { withoutSeal, withoutSeals } from './seals.ts'
import type { Writer } from './writer.ts'

/** Creates a note that reasoning was dropped, and why. */
export const reasoningLoss = (why: ReasoningLoss, at: string, forBudget = false): FindingNote => ({
  kind: reasoningLossKind(why, forBudget),
  say: places => reasoningLeftOut(why, places, forBudget),
  at,
})

/** Creates a note that a provider-specific item was dropped or sent as text, and why. */
export const opaqueLoss = (
  part: OpaquePart,
  why: OpaqueLoss,
  at: string,
  fate: OpaqueFate = why === 'no equivalent' ? 'sent as text' : 'dropped',
): FindingNote => ({
  kind: `CX7008 ${fate} ${part.type} ${why}`,
  say: places => opaqueLeftOut(part.type, why, places, fate),
  at,
})

/**
 * Returns why a file cannot be sent. The reason is `refused`, or that the file is empty, because every API refuses
 * empty files.
 */
export const whyFileUnsendable = (part: FilePart, refused: string): string =>
  holdsBytes(part) ? refused : 'it is empty'

/** Whether a file is not empty; only inline bytes can be empty. */
export const holdsBytes = ({ source }: FilePart): boolean => source.type !== 'base64' || source.data !== ''

/** Creates a note that a provider's bookkeeping item was dropped, because it has no text to send. */
const wordlessLoss = ({ type, payload }: OpaquePart, at: string): FindingNote => {
  const name = safeString(payload.kind ?? type)
  return { kind: `CX7029 ${name}`, say: places => bookkeepingDropped(name, places), at }
}

/** Creates a note that a file cannot be sent as a file, and why. */
export const fileLoss = (why: string, at: string): FindingNote => ({
  kind: `CX7015 ${why}`,
  say: places => fileLost(why, places),
  at,
})

/** Rules by which a target's model reads other models' reasoning. */
export interface ReasoningReader {
  readonly format: TargetName
  readonly model: string | null
  /** Whether the target's model can read the reasoning of the model `producer`. */
  reads(producer: string): boolean
  /** Set if no table lists the target's model. It is then unknown which models' reasoning the model reads. */
  readonly isUnknown?: boolean
}

/** Returns why reasoning cannot be sent in any form. */
export const whyFormless = ({ withheld }: ReasoningPart): ReasoningLoss =>
  withheld ? 'it held a protected value' : 'no form to replay'

/**
 * Whether reasoning may be sent to this model. A note reports that the reasoning was refused, or that its producer was
 * assumed.
 */
export function mayReasoningBeSent(
  { part, origin }: Placed<ReasoningPart>,
  reader: ReasoningReader,
): { readonly goes: boolean; readonly note?: FindingNote } {
  if (!part.native) return { goes: false, note: reasoningLoss(whyFormless(part), origin) }
  if (part.native.format !== reader.format)
    return {
      goes: false,
      note: reasoningLoss(
        namesReasoningProvider(part.native) ? 'other provider' : 'no form to replay',
        origin,
      ),
    }
  if (part.model === undefined) {
    const model = reader.model ?? 'the default model'
    return { goes: true, note: { kind: 'CX7009', say: at => producerAssumed(model, at), at: origin } }
  }
  return reader.reads(part.model)
    ? { goes: true }
    : { goes: false, note: reasoningLoss(reader.isUnknown ? 'unknown model' : 'other model family', origin) }
}

/**
 * Whether reasoning names the provider that made it. In AI SDK messages, only the provider options name the provider.
 */
const namesReasoningProvider = ({ format, payload }: Native): boolean =>
  format !== 'ai-sdk' || payload.providerOptions !== undefined

/**
 * Whether a signature may be sent to this model with its part. A note reports that the signature was refused, or that
 * its producer was assumed.
 */
export function maySignatureBeSent(
  seal: Seal,
  origin: string,
  reader: ReasoningReader,
): { readonly goes: boolean; readonly note?: FindingNote } {
  const native = { format: seal.format, payload: {} }
  const part: ReasoningPart = {
    kind: 'reasoning',
    text: '',
    native,
    ...(seal.model && { model: seal.model }),
  }
  return mayReasoningBeSent({ part, origin, seq: 0 }, reader)
}

/** Whether a provider can read a file from a URL (`http:`, `https:` or `data:`). */
export const isUrl = (url: string): boolean => /^(https?:\/\/|data:)./i.test(url)

/**
 * Returns a provider-specific (opaque) item as text, and reports that it was not sent in its original form. The text is
 * empty for an approval response in an answer, because the user, not the model, approved or denied the call.
 */
export function sayOpaque(
  writer: Writer,
  { part, origin }: Placed<OpaquePart>,
  role: BlockRole,
  why: OpaqueLoss = 'no equivalent',
): string {
  const foreign = role === 'model' && part.format === 'ai-sdk' && part.type === 'tool-approval-response'
  if (part.format === 'ai-sdk' && part.type === 'custom') {
    writer.note(wordlessLoss(part, origin))
    writer.edit('reduced')
    return ''
  }
  if (isDrawnThought(part)) {
    const isElsewhere = why === 'no equivalent' || why === 'other provider'
    writer.note(reasoningLoss(isElsewhere ? 'other provider' : 'no form to replay', origin))
    writer.edit('reasoning-omitted')
    return ''
  }
  const words = foreign || isMeaninglessElsewhere(part) ? '' : describeOpaque(part)
  const fate = words.trim() === '' ? 'dropped' : 'sent as text'
  writer.note(opaqueLoss(part, foreign ? 'not from the model' : why, origin, fate))
  writer.edit('reduced')
  return words
}

/**
 * Whether an item is an image that a Google model drew during its reasoning. Such an image counts as reasoning, and its
 * bytes are not text.
 */
export const isDrawnThought = ({ format, type }: OpaquePart): boolean =>
  format === 'ai-sdk' && type === 'reasoning-file'

/** Returns a provider-specific (opaque) item's type as text. It is used if the item has no other text. */
export const nameOpaque = ({ type }: OpaquePart): string => `[${type || 'item'}]`

/**
 * Returns a provider-specific (opaque) item's own text, if the text is complete. A call's output is not complete
 * without its question.
 */
function completeItemText({ type, payload }: OpaquePart): string | undefined {
  const { text, output, transcript, summary, content, arguments: asked } = payload ?? {}
  if (typeof asked === 'string') return undefined
  const words = [text, output, transcript, summary, ...(type === 'compaction' ? [content] : [])]
  return words.find(value => typeof value === 'string') as string | undefined
}

/** Types of items that refer to data that only their provider has, or that only instruct that provider. */
const references: ReadonlySet<string> = new Set([
  ...['item_reference', 'compaction', 'compaction_trigger', 'configuration_update'],
  ...['tool_reference', 'tool_addition', 'tool_removal', 'output_config', 'system-changes'],
])

/** Whether an item means nothing to another provider's model. */
export const isMeaninglessElsewhere = (part: OpaquePart): boolean =>
  references.has(part.type) && (completeItemText(part) ?? '').trim() === ''

/**
 * Returns a provider-specific (opaque) item as text for another provider: the item's own text, output or transcript if
 * that is complete; otherwise the item's JSON without the fields that only its provider can read.
 */
export function describeOpaque(part: OpaquePart): string {
  const { payload } = part
  const own = completeItemText(part)
  if (own !== undefined || !isObject(payload) || isDrawnThought(part))
    return typeof own === 'string' ? own : nameOpaque(part)
  const readable = isTooDeep(payload) ? withoutSeal(payload) : extractMedia(withoutSeals(payload)).value
  const holds = Object.keys(readable).some(key => key !== 'type')
  return holds ? toJson(readable) : nameOpaque(part)
}

/** Whether OpenAI refuses an item with its id unless the reasoning of the same answer is sent too. */
export const requiresReasoningSent = ({ format, type, payload }: OpaquePart): boolean =>
  format === 'openai' && typeof payload.id === 'string' && type !== 'compaction'

/**
 * Returns text in place of an OpenAI server item that cannot be sent. Only calls and outputs of tools, and compactions
 * with a readable summary, have text; for any other item the text is empty.
 */
export const serverItemAsText = (part: OpaquePart): string =>
  /_(call|output)$/.test(part.type) ? describeOpaque(part) : (completeItemText(part) ?? '')

/** Returns a provider-specific (opaque) item as text that is never blank. */
export function opaqueAsText(part: OpaquePart): string {
  const words = describeOpaque(part)
  return words.trim() === '' ? nameOpaque(part) : words
}
