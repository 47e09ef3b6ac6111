import { argumentsRepaired } from '../../diag/history.ts'
import { lateSystemText } from '../../diag/target.ts'
import { type Block, isCall, type PairedCall, type Placed } from '../../ir/block.ts'
import { addCounts, subtractCounts } from '../../ir/count.ts'
import type { OpaquePart } from '../../ir/opaque.ts'
import type { Origin, Run } from '../../ir/origin.ts'
import type { ResultContent } from '../../ir/result.ts'
import type { Tag } from '../../ir/text.ts'
import { readArguments } from '../../lower/arguments.ts'
import { contextTags } from '../../trust/fence.ts'
import { betweenTags } from '../../trust/tag.ts'
import type { Fragment, Setting } from '../target.ts'
import { nameOpaque } from '../travel.ts'
import { Writer } from '../writer.ts'
import { type JoinedPiece, joinPieces, separator } from './join.ts'
import type { TextMessage } from './request.ts'
import { partAsText, spokenWords } from './words.ts'

/** Writes a unit as text: an answer with its calls, then their results; or one message of a user or the developer. */
export function emitUnit(setting: Setting<unknown>, block: Block): Fragment {
  const writer = new Writer(setting, block.trust)
  const said: JoinedPiece[] = []
  const labelOf = createCallLabels(block)
  for (const item of block.items) {
    if (isCall(item)) said.push(writeCall(writer, item, labelOf(item)))
    else writeWords(writer, item, block, said)
  }
  const origin = block.items[0]?.origin
  if (origin === undefined || said.length === 0) return writer.finishFragment([])
  if (block.role === 'developer') {
    writer.note({ kind: 'CX7006', say: lateSystemText, at: origin })
    writer.edit('fenced')
  }
  const messages = [joinIntoMessage(writer, block.role === 'model' ? 'assistant' : 'user', said, origin)]
  // If a call with a tag has no result, no placeholder text is needed.
  const answers = block.answers.filter(({ part, result }) => !(part.tag && result.origin.startsWith('c:')))
  const [first] = answers
  if (first) {
    const results = answers.map(call => writeResult(writer, call, labelOf(call)))
    messages.push(joinIntoMessage(writer, 'user', results, first.result.origin))
  }
  return writer.finishFragment(messages)
}

function joinIntoMessage(
  writer: Writer,
  role: TextMessage['role'],
  pieces: readonly JoinedPiece[],
  origin: Origin,
): TextMessage {
  const { origins, counter } = writer.setting
  const made = origins.recordWhole<TextMessage>({ role, content: '' }, origin)
  const { runs, seams, groups } = joinPieces(origins, pieces)
  for (let seam = 0; seam < seams; seam++) writer.add(counter.text(separator))
  // The texts were counted separately, but the joined text may need more tokens. Example: 'two' + 'before' gives
  // 'twobefore'.
  for (const texts of groups)
    if (texts.length > 1)
      writer.add(
        subtractCounts(counter.text(texts.join('')), texts.map(text => counter.text(text)).reduce(addCounts)),
      )
  made.content = origins.joinRuns(made, 'content', runs)
  return made
}

/** Writes a text as a piece: counts its tokens, and escapes tags in it. */
function writeGuardedPiece(
  writer: Writer,
  origin: Origin,
  runs: readonly Run[],
  continues = false,
): JoinedPiece {
  const holder = writer.recordOrigin({ text: '' }, origin)
  writer.putText(holder, 'text', runs)
  return { holder, continues }
}

function writeWords(writer: Writer, placed: Placed, { role }: Block, into: JoinedPiece[]): void {
  const words = spokenWords(writer, placed, role)
  if (words === null) return
  // Vendors split an answer into several texts at its citations, so these texts are joined without a separator. A tag
  // brings its own line breaks.
  const tag = tagOf(placed.part)
  const continues = tag ? false : role === 'model' ? placed.part.kind === 'text' : placed.origin === 'c:fence'
  const after = into.at(-1)
  const opened = after !== undefined && /^<context:[^\n]*>\n$/.test(after.holder.text)
  const runs = placed.runs ?? ([[words, placed.origin]] as const)
  // Only the first message may be the developer's, so later developer text is fenced.
  const shown = tag ? betweenTags(tag, runs) : role === 'developer' ? fenceRuns(runs, role) : runs
  into.push(writeGuardedPiece(writer, placed.origin, shown, continues || opened))
}

/** Puts text between two tags that name its source. */
function fenceRuns(runs: readonly Run[], from: string): readonly Run[] {
  const { open, close } = contextTags(runs.map(([text]) => text).join(''), from)
  return [[open, 'c:fence'], ...runs, [close, 'c:fence']]
}

/** Returns a part's tag, if it has one. */
const tagOf = (part: Placed['part']): Tag | undefined => ('tag' in part ? part.tag : undefined)

/**
 * Returns a function that labels calls and results with the tool's name. If an answer has several calls, the label has
 * a number too.
 */
function createCallLabels({ answers, items }: Block): (call: PairedCall) => string {
  const numbers = new Map(items.filter(isCall).map((call, index) => [call, index + 1]))
  return call => {
    const name = call.part.name || 'unnamed'
    return answers.length < 2 ? name : `${name} #${numbers.get(call)}`
  }
}

function writeCall(writer: Writer, { part, origin, result }: PairedCall, label: string): JoinedPiece {
  writer.recordCall(writer.setting.names.toWire(part.name))
  if (result.origin.startsWith('c:') && !part.tag) writer.edit('repaired')
  const runs = [[argumentsOf(writer, part, origin), origin]] as const
  return writeGuardedPiece(
    writer,
    origin,
    part.tag ? betweenTags(part.tag, runs) : fenceRuns(runs, `call ${label}`),
  )
}

function argumentsOf(writer: Writer, part: PairedCall['part'], origin: Origin): string {
  if (part.freeform && typeof part.arguments === 'string') return part.arguments
  const { text, repaired } = readArguments(part)
  if (!repaired) return text
  writer.note({ kind: 'CX3004', say: argumentsRepaired, at: origin })
  writer.edit('repaired')
  return text
}

const isOpaque = (piece: ResultContent): piece is OpaquePart => piece.kind === 'opaque'

function writeResult(writer: Writer, { result }: PairedCall, label: string): JoinedPiece {
  const { part, origin, seq } = result
  const said = part.content.map(piece => partAsText(writer, { part: piece, origin, seq }, 'user') ?? '')
  // If all items of a result were dropped, the result would look empty. So the result names one of the items.
  const dropped = said.every(words => words === '') ? part.content.find(isOpaque) : undefined
  const runs: Run[] = dropped
    ? [[nameOpaque(dropped), origin]]
    : said.flatMap((words, index): Run[] => [
        ...(index > 0 ? [[separator, 'c:join'] as const] : []),
        [words, origin],
      ])
  if (part.tag) return writeGuardedPiece(writer, origin, betweenTags(part.tag, runs))
  return writeGuardedPiece(
    writer,
    origin,
    fenceRuns(runs, `${part.isError ? 'failed tool' : 'tool'} ${label}`),
  )
}
