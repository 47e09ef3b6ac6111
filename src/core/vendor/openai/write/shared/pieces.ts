import type { Placed } from '../../../../ir/block.ts'
import type { FilePart } from '../../../../ir/file.ts'
import { withActualType } from '../../../../ir/media-type.ts'
import { fieldsLoss } from '../../../../target/left-behind.ts'
import { sayFile } from '../../../../target/parts.ts'
import { whyFileUnsendable } from '../../../../target/travel.ts'
import type { Writer } from '../../../../target/writer.ts'
import { isFilledText } from '../../../ai-sdk/rows/options.ts'

/** Functions that write content parts for one of the two APIs. */
export interface Pieces<Piece extends object> {
  /** Name of the API, as diagnostics show it. */
  readonly api: string
  text(writer: Writer, placed: Placed, text: string): Piece
  /** Returns a file other than text in wire form; null if the API does not accept the file. */
  file(part: FilePart): Piece | null
  /** Returns the detail level with which an image was imported, if the API knows this level. */
  detail(part: FilePart): string | undefined
}

/**
 * Writes a file as a content part. A text document is sent as its text; a file that the API does not accept is
 * described as text.
 */
export function writeFile<Piece extends object>(
  pieces: Pieces<Piece>,
  writer: Writer,
  placed: Placed<FilePart>,
): Piece {
  const { origin } = placed
  const part = withActualType(placed.part)
  if (part.source.type === 'text') return pieces.text(writer, placed, part.source.text)
  const wire = pieces.file(part)
  if (wire) {
    if (isFilledText(part.extra?.fields.detail) && pieces.detail(part) === undefined) {
      writer.note(fieldsLoss(['detail'], origin))
      writer.edit('fields-omitted')
    }
    return writer.copyFile(wire, part, origin, pieces.detail(part))
  }
  const why = whyFileUnsendable(part, refusalOf(pieces.api, part))
  return pieces.text(writer, placed, sayFile(writer, { ...placed, part }, why))
}

/** Returns the reason that diagnostics give for a file that an API does not accept. */
export const refusalOf = (api: string, { mediaType }: FilePart): string =>
  `${api} does not accept ${mediaType} from this source`

/** Detail level at which a model looks at an image. */
export type Detail = 'auto' | 'low' | 'high'

/** Returns the detail level with which an image was imported. */
export function importedDetailOf({ extra }: FilePart): Detail | undefined {
  const given = extra?.fields.detail
  return given === 'auto' || given === 'low' || given === 'high' ? given : undefined
}

/** Returns the detail level with which an image was imported, for an API that also accepts `original`. */
export const fullDetailOf = (part: FilePart): Detail | 'original' | undefined =>
  part.extra?.fields.detail === 'original' ? 'original' : importedDetailOf(part)

/**
 * Returns content parts as a string if they are one plain text, and records the text's origin for the container; null
 * for any other parts.
 */
export function plainTextAsString(
  writer: Writer,
  container: object,
  key: string,
  pieces: readonly object[],
): string | null {
  const [only] = pieces
  if (pieces.length !== 1 || only === undefined || Object.keys(only).length !== 2) return null
  const { type, text } = only as { type?: unknown; text?: unknown }
  if ((type !== 'text' && type !== 'input_text') || typeof text !== 'string') return null
  writer.setting.origins.copyKeyOrigin(container, key, writer.setting.origins.originsIn(only).key('text'))
  return text
}
