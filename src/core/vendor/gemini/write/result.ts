import type { PairedCall, Placed } from '../../../ir/block.ts'
import type { FilePart } from '../../../ir/file.ts'
import { isObject, type JsonValue } from '../../../ir/json.ts'
import { withActualType } from '../../../ir/media-type.ts'
import type { GeminiRules } from '../../../ir/model.ts'
import { type PartWriters, sayFile, sayMoved, sayPiece, writePart } from '../../../target/parts.ts'
import type { Setting } from '../../../target/target.ts'
import type { Writer } from '../../../target/writer.ts'
import { toJson } from '../../../text/json.ts'
import { imageResolutionOf, whyRefused, wireFile, writeFile } from './parts.ts'
import type { FunctionResponsePart, Part } from './request.ts'

/** Piece of a function's output, before it is written into `response`. */
type Piece =
  | { readonly kind: 'text'; readonly placed: Placed; readonly text: string }
  | { readonly kind: 'value'; readonly value: JsonValue }

type Files = NonNullable<FunctionResponsePart['functionResponse']['parts']>

/** Media types of files that a function response may contain, on models that support files there. */
const inResults = /^(image\/(png|jpeg|webp)|application\/pdf|text\/plain)$/

/** Writes the `functionResponse` of a call. Files that the response cannot contain are added to `after`. */
export function writeResponse(
  writer: Writer,
  setting: Setting<GeminiRules>,
  call: PairedCall,
  { id, name }: { readonly id: string; readonly name: string },
  after: Part[],
): FunctionResponsePart {
  const { part, origin, seq } = call.result
  const wire = writer.recordOrigin({ ...(id !== '' && { id }), name, response: {} }, origin)
  const response = writer.recordOrigin<Record<string, unknown>>(wire.response, origin)
  const files: Files = []
  const result: Result = { writer, facts: setting.facts, files, after }
  const made = part.content.flatMap(content => writePart(pieces, result, { part: content, origin, seq }))
  const own = part.extra?.format === 'gemini'
  const [only] = made
  if (
    made.length === 1 &&
    only?.kind === 'value' &&
    isCompleteResponse(only.value, own, part.isError === true)
  ) {
    writer.putJson(wire, 'response', only.value, origin)
  } else if (made.length > 0 || files.length === 0) {
    writePieces(writer, response, part.isError ? 'error' : 'output', made, origin)
  }
  if (files.length > 0) Object.assign(wire, { parts: files })
  writer.copyExtraFields(wire, part.extra, 'gemini')
  if (part.native) writer.edit('reduced')
  return writer.recordOrigin({ functionResponse: wire }, origin)
}

/**
 * Whether a value can be sent as the complete response: an object without the keys `output` and `error`, which the API
 * reads itself.
 */
const isCompleteResponse = (value: JsonValue, own: boolean, failed: boolean): boolean =>
  isObject(value) && !failed && (own || !(Object.hasOwn(value, 'output') || Object.hasOwn(value, 'error')))

function writePieces(
  writer: Writer,
  response: Record<string, unknown>,
  key: 'output' | 'error',
  pieces: readonly Piece[],
  origin: string,
): void {
  const [only] = pieces
  if (pieces.length === 0) return writer.putText(response, key, [['', origin]])
  if (pieces.length === 1 && only) return writePiece(writer, response, key, only, origin)
  const list: unknown[] = writer.recordOrigin([], origin)
  for (const [index, piece] of pieces.entries()) writePiece(writer, list, String(index), piece, origin)
  response[key] = list
}

function writePiece(writer: Writer, into: object, key: string, piece: Piece, origin: string): void {
  if (piece.kind === 'text') writer.partText(into, key, piece.placed, piece.text)
  else writer.putJson(into, key, piece.value, origin)
}

/** A result under construction. */
interface Result {
  readonly writer: Writer
  readonly facts: Setting<GeminiRules>['facts']
  /** Files inside the response. */
  readonly files: Files
  /** Files that follow the response in another content. */
  readonly after: Part[]
}

const pieces: PartWriters<Result, Piece[]> = {
  text: (_, placed) => [{ kind: 'text', placed, text: placed.part.text }],
  data: (_, { part }) => [{ kind: 'value', value: part.value }],
  file: readFile,
  opaque: ({ writer }, placed) => [{ kind: 'text', placed, text: sayPiece(writer, placed) }],
  reasoning: (_, placed) => [{ kind: 'text', placed, text: toJson(placed.part) }],
}

function readFile({ writer, facts, files, after }: Result, placed: Placed<FilePart>): Piece[] {
  const { part, origin } = placed
  if (part.source.type === 'text') return [{ kind: 'text', placed, text: part.source.text }]
  const wire = wireFile(part)
  if (
    wire &&
    'inlineData' in wire &&
    facts.rules.filesInResults &&
    inResults.test(wire.inlineData.mimeType)
  ) {
    const inlineData = { ...wire.inlineData, ...(part.name && { displayName: part.name }) }
    files.push(writer.copyFile({ inlineData }, part, origin, imageResolutionOf(part, writer.setting)))
    return []
  }
  if (!wire)
    return [{ kind: 'text', placed, text: sayFile(writer, placed, whyRefused(withActualType(part))) }]
  writeFile(writer, placed, after)
  const run = sayMoved(writer, after.length, origin, 'on this model')
  return [{ kind: 'text', placed: { ...placed, runs: [run] }, text: run[0] }]
}
