import { type Block, type BlockItem, isCall, type PairedCall, type Placed } from '../ir/block.ts'
import type { Extra } from '../ir/extra.ts'
import type { FilePart } from '../ir/file.ts'
import { isObject } from '../ir/json.ts'
import type { OpaquePart } from '../ir/opaque.ts'
import type { ReasoningPart } from '../ir/reasoning.ts'
import type { ResultContent } from '../ir/result.ts'
import type { Seal } from '../ir/seal.ts'
import type { TargetName } from '../ir/target-name.ts'
import { marked, messageMarks } from './message-marks.ts'
import { sharedMark } from './shared-mark.ts'
import { isDrawnThought } from './travel.ts'
import { filled, optionNames, optionsIn } from './vendor-options.ts'
import { Thoughts } from './vendor-thoughts.ts'

/** What Gemini sealed to a part. */
function sealOf({ format, fields }: Extra): Seal | null {
  const { thoughtSignature } = optionsIn(fields, 'gemini')
  if (format !== 'ai-sdk' || !filled(thoughtSignature)) return null
  const { madeBy } = fields
  return { format: 'gemini', value: thoughtSignature, ...(filled(madeBy) && { model: madeBy }) }
}

/** A file that an API stores, by the name that it gave it. */
function stored(part: FilePart, target: TargetName): FilePart {
  const { source, extra } = part
  if (source.type !== 'id' || source.format !== 'ai-sdk' || !isObject(extra?.fields.reference)) return part
  const reference = extra.fields.reference
  const id = (optionNames[target] ?? []).map(name => reference[name]).find(filled)
  return id === undefined ? part : { ...part, source: { type: 'id', id, format: target } }
}

/** A tool that Claude is to load, as its API names it; the very same for any other item. */
function reference(part: OpaquePart, target: TargetName): OpaquePart {
  if (target !== 'anthropic' || part.format !== 'ai-sdk' || part.type !== 'custom') return part
  const { type, toolName } = optionsIn(part.payload, target)
  if (type !== 'tool-reference' || !filled(toolName)) return part
  const mark = sharedMark({ format: part.format, fields: part.payload }, target)
  const payload = { type: 'tool_reference', tool_name: toolName, ...(mark && { cache_control: mark }) }
  return { kind: 'opaque', format: target, type: payload.type, payload }
}

/** A picture of Gemini's thinking as the file that its API takes back; null for any other item. */
function drawn({ part, ...placed }: Placed<OpaquePart>, target: TargetName): Placed<FilePart> | null {
  const { data, mediaType } = part.payload
  if (target !== 'gemini' || !isDrawnThought(part) || !filled(data) || !filled(mediaType)) return null
  const fields = { ...part.payload, ...(part.model !== undefined && { madeBy: part.model }) }
  const seal = sealOf({ format: 'ai-sdk', fields })
  const file: FilePart = { kind: 'file', mediaType, source: { type: 'base64', data } }
  return { ...placed, part: { ...file, ...(seal && { seal }), extra: { format: target, fields: {} } } }
}

const pieceIn = (piece: ResultContent, target: TargetName): ResultContent =>
  piece.kind === 'file' ? stored(piece, target) : piece.kind === 'opaque' ? reference(piece, target) : piece

/** A call whose answer's pieces have the API's form. */
function answered(call: PairedCall, target: TargetName): PairedCall {
  const { result } = call
  const content = result.part.content.map(piece => pieceIn(piece, target))
  if (content.every((piece, index) => piece === result.part.content[index])) return call
  return { ...call, result: { ...result, part: { ...result.part, content } } }
}

function itemIn(given: BlockItem, target: TargetName, thoughts: Thoughts): BlockItem[] {
  const item = isCall(given) ? answered(given, target) : given
  const { part } = item
  if (part.kind === 'reasoning') return thoughts.read(item as Placed<ReasoningPart>, target) as BlockItem[]
  if (part.kind === 'file') return [{ ...item, part: stored(part, target) } as Placed]
  if (part.kind === 'opaque') return [drawn(item as Placed<OpaquePart>, target) ?? item]
  if (target !== 'gemini' || (part.kind !== 'text' && part.kind !== 'tool-call')) return [item]
  const seal = part.extra === undefined ? null : sealOf(part.extra)
  return [seal === null ? item : ({ ...item, part: { ...part, seal } } as BlockItem)]
}

/**
 * A block of the AI SDK's messages in the form of the API that its parts came from, where the target is that API: signatures,
 * thoughts and stored files. The very same where nothing of it is.
 */
export function inVendorForm(block: Block, target: TargetName): Block {
  if (!(target in optionNames) || !block.items.some(isOfSDK)) return block
  const thoughts = new Thoughts()
  const marks = messageMarks(block.items, target)
  const changed = new Map<BlockItem, BlockItem>()
  const items = block.items.flatMap(item => {
    const now = itemIn(marked(item, marks.get(item)), target, thoughts)
    if (isCall(item) && now[0] !== undefined) changed.set(item, now[0])
    return now
  })
  const answers = block.answers.map(answer => (changed.get(answer) ?? answer) as typeof answer)
  return { ...block, items, answers }
}

const isSDK = (held: { readonly format: string } | undefined): boolean => held?.format === 'ai-sdk'

const isPieceOfSDK = (piece: ResultContent): boolean =>
  isSDK(piece.kind === 'opaque' ? piece : piece.kind === 'file' ? piece.extra : undefined)

/** Whether an item, its message or a piece of its result keeps what the AI SDK's providers read. */
function isOfSDK(item: BlockItem): boolean {
  const { part, envelope } = item
  if (isSDK(envelope) || isSDK(part.kind === 'reasoning' ? part.native : undefined)) return true
  if (part.kind === 'opaque' ? isSDK(part) : 'extra' in part && isSDK(part.extra)) return true
  return isCall(item) && item.result.part.content.some(isPieceOfSDK)
}
