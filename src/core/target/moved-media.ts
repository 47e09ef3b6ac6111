import { extractMedia } from '../count/held-media.ts'
import type { OpaqueLoss } from '../diag/opaque.ts'
import { type Block, type BlockItem, isCall, type PairedCall, type Placed } from '../ir/block.ts'
import { describeFile, type FilePart } from '../ir/file.ts'
import type { JsonObject } from '../ir/json.ts'
import type { OpaquePart } from '../ir/opaque.ts'
import type { ResultContent } from '../ir/result.ts'
import { toJson } from '../text/json.ts'
import { isDrawnThought, opaqueLoss } from './travel.ts'
import type { Writer } from './writer.ts'

/** Function that returns the reason why a provider-specific item cannot be sent at a place; null if it can. */
export type Travels = (part: OpaquePart, place: 'block' | 'result') => OpaqueLoss | null

/**
 * Returns a block in which the files of provider-specific items are sent as files, if the items themselves cannot be
 * sent. An item of an answer becomes a call with a result, because other APIs accept no files in an answer. An image
 * drawn during reasoning stays in its item, because reasoning is sent to no other model.
 */
export function movedMedia(writer: Writer, block: Block, travels: Travels): Block {
  if (!block.items.some(item => holdsOpaque(item))) return block
  const moved = new Map<PairedCall, PairedCall>()
  const items = block.items.flatMap((item): BlockItem[] => {
    if (isCall(item)) {
      const call = moveFilesInResult(item, travels)
      moved.set(item, call)
      return [call]
    }
    const split = splitItem(item, travels)
    if (split === null || block.role === 'developer') return [item]
    if (block.role !== 'model') return [{ ...item, part: split.part }, ...placedFiles(item, split.files)]
    writer.note(opaqueLoss(split.part, split.why, item.origin, 'sent as text'))
    writer.edit('reduced')
    const call = itemAsCall(item, split)
    moved.set(call, call)
    return [call]
  })
  const given = block.answers.map(call => moved.get(call) ?? call)
  const answered = new Set(given)
  const made = items.filter((item): item is PairedCall => isCall(item) && !answered.has(item))
  return { ...block, items, answers: [...made, ...given] }
}

/** Provider-specific item without its files, and the files. */
interface Split {
  readonly part: OpaquePart
  readonly files: readonly FilePart[]
  readonly why: OpaqueLoss
}

const holdsOpaque = (item: BlockItem): boolean =>
  isCall(item) ? item.result.part.content.some(({ kind }) => kind === 'opaque') : item.part.kind === 'opaque'

function splitOffFiles(part: OpaquePart, why: OpaqueLoss | null): Split | null {
  if (why === null || isDrawnThought(part)) return null
  const { value, files } = extractMedia(part.payload)
  return files.length === 0 ? null : { part: { ...part, payload: value }, files, why }
}

const splitItem = ({ part }: Placed, travels: Travels): Split | null =>
  part.kind === 'opaque' ? splitOffFiles(part, travels(part, 'block')) : null

const placedFiles = ({ seq, origin }: Placed, files: readonly FilePart[]): Placed[] =>
  files.map(part => ({ part, seq, origin }))

/** Returns a call in whose result each provider-specific piece that cannot be sent is followed by its files. */
function moveFilesInResult(call: PairedCall, travels: Travels): PairedCall {
  const { part } = call.result
  const content = part.content.flatMap((piece): ResultContent[] => {
    const found = piece.kind === 'opaque' ? splitOffFiles(piece, travels(piece, 'result')) : null
    return found === null ? [piece] : [found.part, ...found.files]
  })
  return content.length === part.content.length
    ? call
    : { ...call, result: { ...call.result, part: { ...part, content } } }
}

/** Fields of an item that mean nothing to another vendor. */
const bookkeeping: ReadonlySet<string> = new Set([
  'type',
  'id',
  'status',
  'name',
  'toolCallId',
  'toolName',
  'providerOptions',
])

/**
 * Returns an item as a call with a result. The result contains the item's remaining fields as text, and then its files.
 */
function itemAsCall(item: Placed, { part, files }: Split): PairedCall {
  const { seq, origin } = item
  const { payload, type } = part
  const name = String(payload.toolName ?? payload.name ?? type).replace(
    /_(call|call_output|tool_result)$/,
    '',
  )
  const id = `item_${origin.replace(/[^a-zA-Z0-9]+/g, '_')}`.slice(0, 64)
  const named: readonly unknown[] = files.map(describeFile)
  const words = Object.entries(payload).filter(
    ([key, value]) => !bookkeeping.has(key) && !named.includes(value),
  )
  const said: ResultContent[] =
    words.length === 0 ? [] : [{ kind: 'text', text: toJson(Object.fromEntries(words) as JsonObject) }]
  return {
    part: { kind: 'tool-call', id, name, arguments: {} },
    seq,
    origin,
    givenId: id,
    derivedId: id,
    result: { part: { kind: 'tool-result', id, name, content: [...said, ...files] }, seq, origin },
  }
}
