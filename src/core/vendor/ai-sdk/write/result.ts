import type { PairedCall, Placed } from '../../../ir/block.ts'
import type { FilePart as File } from '../../../ir/file.ts'
import type { JsonValue } from '../../../ir/json.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import type { Run } from '../../../ir/origin.ts'
import type { ResultContent } from '../../../ir/result.ts'
import { emptyErrorText } from '../../../lower/repairs.ts'
import { type PartWriters, sayFile, sayMoved, sayPiece, writePart } from '../../../target/parts.ts'
import type { Writer } from '../../../target/writer.ts'
import { isTooDeep } from '../../../text/depth.ts'
import { toJson } from '../../../text/json.ts'
import { optionsUnder } from '../rows/options.ts'
import { filePart, filePiece, fitsInResult, whyRefused } from './file.ts'
import type { AISDKRules } from './models.ts'
import type { FilePart, ResultPiece, ToolResultOutput, ToolResultPart } from './request.ts'

/** Context for writing the results of an answer. */
export interface ResultSink {
  readonly writer: Writer
  readonly rules: AISDKRules
  /** Files that a result cannot contain; they follow in a user message. */
  readonly after: FilePart[]
  /** Whether a user message with files may follow the results. */
  readonly mayFollow: boolean
}

/** Separator between texts that are joined. */
const between: Run = ['\n\n', 'c:join']

/** Writes the `tool-result` of a call. */
export function writeResult(sink: ResultSink, call: PairedCall, id: string, name: string): ToolResultPart {
  const { part, origin } = call.result
  const result = sink.writer.recordOrigin(
    {
      type: 'tool-result',
      toolCallId: id,
      toolName: name,
      output: { type: 'text', value: '' },
    } as ToolResultPart,
    origin,
  )
  result.output = writeOutput(sink, call)
  // The converter to Gemini repeats the tool's name in the result.
  sink.writer.add(sink.writer.setting.counter.text(name))
  sink.writer.copyExtraFields(result, part.extra, 'ai-sdk')
  if (part.native) sink.writer.edit('reduced')
  return result
}

function writeOutput(sink: ResultSink, { result }: PairedCall): ToolResultOutput {
  const { writer, rules } = sink
  const { part, origin } = result
  const { content } = part
  if (part.extra?.format === 'ai-sdk' && part.extra.fields.denied === true) return writeDenial(sink, result)
  const [only] = content
  if (
    content.length === 1 &&
    only?.kind === 'data' &&
    !isTooDeep(only.value) &&
    part.extra?.fields.form !== 'content'
  )
    return writeJson(writer, { part: only, origin }, part.isError === true)
  if (part.isError) return writeText(sink, result, 'error-text')
  const files = content.some(piece => piece.kind === 'file' && fitsInResult(piece, rules))
  // Other converters write each text as a separate response, although a call must have one, or write all pieces as
  // JSON.
  const inPieces = part.extra?.fields.form === 'content' && rules.piecesInResults
  return files || inPieces ? writeContent(sink, result) : writeText(sink, result, 'text')
}

/** Writes data unchanged. Some converters wrap an error in JSON, so the tokens of the wrapper are counted too. */
function writeJson(
  writer: Writer,
  { part, origin }: { readonly part: { readonly value: JsonValue }; readonly origin: string },
  failed: boolean,
): ToolResultOutput {
  const output = writer.recordOrigin({ type: failed ? 'error-json' : 'json', value: null }, origin)
  writer.putJson(output, 'value', part.value, origin)
  if (failed) writer.add({ ...writer.setting.counter.text('{"error":}'), exact: false })
  return output as ToolResultOutput
}

/** Writes a denied call's result. The model reads the user's reason, if there is one. */
function writeDenial({ writer }: ResultSink, { part, origin }: PairedCall['result']): ToolResultOutput {
  const output = writer.recordOrigin(
    { type: 'execution-denied' } as { type: 'execution-denied'; reason?: string },
    origin,
  )
  const [reason] = part.content
  if (reason?.kind === 'text') writer.putText(output, 'reason', [[reason.text, origin]])
  else writer.add(writer.setting.counter.text('Tool call execution denied.'))
  return output
}

/** Writes a complete result as one text. */
function writeText(
  sink: ResultSink,
  { part, origin, seq }: PairedCall['result'],
  type: 'text' | 'error-text',
): ToolResultOutput {
  const { writer, rules } = sink
  const runs = part.content.flatMap((piece, index): Run[] => {
    const words = runsOf(sink, { part: piece, origin, seq }, type === 'text')
    return index === 0 ? words : [between, ...words]
  })
  const output = writer.recordOrigin({ type, value: '' }, origin)
  const blank = runs.every(([text]) => text.trim() === '')
  if (type === 'error-text' && blank) {
    writer.putText(output, 'value', [[emptyErrorText, 'c:empty-error']])
    writer.edit('repaired')
  } else writer.putText(output, 'value', runs.length > 0 ? runs : [['', origin]])
  // Some converters write an error as JSON, in which escaped characters need more tokens.
  if (type === 'error-text' && rules.vendor !== 'anthropic')
    writer.add({
      ...writer.setting.counter.text(JSON.stringify({ error: output.value }).replace(output.value, '')),
      exact: false,
    })
  return output as ToolResultOutput
}

/**
 * Functions that write a result's pieces as text. If `moves` is set, files are sent in the user message after the
 * results.
 */
const words: PartWriters<ResultSink & { readonly moves: boolean }, Run[]> = {
  text: (_, { part, origin }) => [[part.text, origin]],
  data: (_, { part, origin }) => [[toJson(part.value), origin]],
  opaque: ({ writer }, placed) => [[sayPiece(writer, placed), placed.origin]],
  reasoning: (_, { part, origin }) => [[toJson(part), origin]],
  file({ writer, rules, after, moves, mayFollow }, placed) {
    const { part, origin } = placed
    if (part.source.type === 'text') {
      writer.edit('reduced')
      return [[part.source.text, origin]]
    }
    const moved = moves && mayFollow ? filePart(writer, placed, rules) : null
    if (moved === null) return [[sayFile(writer, placed, whyRefused(part, rules, 'in a result')), origin]]
    return [sayMoved(writer, after.push(moved), origin)]
  },
}

const runsOf = (sink: ResultSink, placed: Placed<ResultContent>, moves: boolean): Run[] =>
  writePart(words, { ...sink, moves }, placed)

/** Whether a piece refers to a tool that the API should load. Only Anthropic's converter supports this reference. */
const namesTool = ({ format, type, payload }: OpaquePart, { vendor, reader }: AISDKRules): boolean =>
  format === 'ai-sdk' &&
  type === 'custom' &&
  vendor === 'anthropic' &&
  optionsUnder(payload, reader.options)?.type === 'tool-reference'

/** Writes a result as a list of texts and files. */
function writeContent(sink: ResultSink, { part, origin, seq }: PairedCall['result']): ToolResultOutput {
  const { writer, rules } = sink
  const value = part.content.flatMap((content): ResultPiece[] => {
    const placed = { part: content, origin, seq }
    const file = content.kind === 'file' ? filePiece(writer, placed as Placed<File>, rules) : null
    if (file !== null) return [file]
    if (content.kind === 'opaque' && namesTool(content, rules))
      return [writer.copyCallerItem(content.payload, origin) as ResultPiece]
    const runs = runsOf(sink, placed, true)
    if (runs.every(([text]) => text.trim() === '')) return []
    const piece = writer.recordOrigin({ type: 'text', text: '' } as const, origin)
    writer.putText(piece, 'text', runs)
    if (content.kind === 'text') writer.copyExtraFields(piece, content.extra, 'ai-sdk')
    return [piece]
  })
  return writer.recordOrigin({ type: 'content', value }, origin) as ToolResultOutput
}
