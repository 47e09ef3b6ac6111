import { fileMoved } from '../../../diag/target.ts'
import type { PairedCall, Placed } from '../../../ir/block.ts'
import { describeFile, type FilePart } from '../../../ir/file.ts'
import { isObject, type JsonValue } from '../../../ir/json.ts'
import { typed } from '../../../ir/media-type.ts'
import type { GeminiRules } from '../../../ir/model.ts'
import type { ResultContent } from '../../../ir/result.ts'
import type { Setting } from '../../../target/target.ts'
import { describeOpaque, fileLoss, opaqueLoss } from '../../../target/travel.ts'
import type { Writer } from '../../../target/writer.ts'
import { levelOf, whyRefused, wireFile, writeFile } from './parts.ts'
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
  const wire = writer.label({ ...(id !== '' && { id }), name, response: {} }, origin)
  const response = writer.label<Record<string, unknown>>(wire.response, origin)
  const files: Files = []
  const pieces = part.content.flatMap(content =>
    readPiece(writer, setting, { part: content, origin, seq }, files, after),
  )
  const own = part.extra?.format === 'gemini'
  const [only] = pieces
  if (pieces.length === 1 && only?.kind === 'value' && isWhole(only.value, own, part.isError === true)) {
    writer.data(wire, 'response', only.value, origin)
  } else if (pieces.length > 0 || files.length === 0) {
    writePieces(writer, response, part.isError ? 'error' : 'output', pieces, origin)
  }
  if (files.length > 0) Object.assign(wire, { parts: files })
  writer.fields(wire, part.extra, 'gemini')
  if (part.native) writer.edit('reduced')
  return writer.label({ functionResponse: wire }, origin)
}

/** Whether a value can be the complete response: an object without the keys that the API reads as output or error. */
const isWhole = (value: JsonValue, own: boolean, failed: boolean): boolean =>
  isObject(value) && !failed && (own || !(Object.hasOwn(value, 'output') || Object.hasOwn(value, 'error')))

function writePieces(
  writer: Writer,
  response: Record<string, unknown>,
  key: 'output' | 'error',
  pieces: readonly Piece[],
  origin: string,
): void {
  const [only] = pieces
  if (pieces.length === 0) return writer.text(response, key, [['', origin]])
  if (pieces.length === 1 && only) return writePiece(writer, response, key, only, origin)
  const list: unknown[] = writer.label([], origin)
  for (const [index, piece] of pieces.entries()) writePiece(writer, list, String(index), piece, origin)
  response[key] = list
}

function writePiece(writer: Writer, into: object, key: string, piece: Piece, origin: string): void {
  if (piece.kind === 'text') writer.partText(into, key, piece.placed, piece.text)
  else writer.data(into, key, piece.value, origin)
}

function readPiece(
  writer: Writer,
  setting: Setting<GeminiRules>,
  placed: Placed<ResultContent>,
  files: Files,
  after: Part[],
): Piece[] {
  const { part, origin } = placed
  if (part.kind === 'text') return [{ kind: 'text', placed, text: part.text }]
  if (part.kind === 'data') return [{ kind: 'value', value: part.value }]
  if (part.kind === 'file') return readFile(writer, setting, placed as Placed<FilePart>, files, after)
  writer.note(opaqueLoss(part, 'no equivalent', origin))
  writer.edit('reduced')
  return [{ kind: 'text', placed, text: describeOpaque(part) }]
}

function readFile(
  writer: Writer,
  { facts }: Setting<GeminiRules>,
  placed: Placed<FilePart>,
  files: Files,
  after: Part[],
): Piece[] {
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
    files.push(writer.file({ inlineData }, part, origin, levelOf(part, writer.setting)))
    return []
  }
  if (!wire) {
    writer.note(fileLoss(whyRefused(typed(part)), origin))
    writer.edit('reduced')
    return [{ kind: 'text', placed, text: describeFile(part) }]
  }
  const label = `[file ${after.length + 1} of the results, sent below]`
  writeFile(writer, placed, after)
  writer.note({ kind: 'CX7018', say: at => fileMoved(at, 'on this model'), at: origin })
  writer.edit('reduced')
  return [{ kind: 'text', placed: { ...placed, runs: [[label, 'c:moved-files']] }, text: label }]
}
