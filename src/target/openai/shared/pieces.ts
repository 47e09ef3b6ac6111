import type { Placed } from '../../../ir/block.ts'
import { describeFile } from '../../../ir/describe-file.ts'
import type { FilePart } from '../../../ir/file.ts'
import { typed } from '../../../ir/media-type.ts'
import { fieldsLoss } from '../../left-behind.ts'
import { fileLoss, whyNot } from '../../travel.ts'
import type { Writer } from '../../writer.ts'

/** Writers of the pieces of a message's content, for one API. */
export interface Pieces<Piece extends object> {
  /** For people. */
  readonly api: string
  text(writer: Writer, placed: Placed, text: string): Piece
  /** A file that is no text; null for one that the API does not take. */
  file(part: FilePart): Piece | null
  /** The detail that an image is sent with, where it came with one that the API knows. */
  detail(part: FilePart): string | undefined
}

const filled = (value: unknown): boolean => typeof value === 'string' && value !== ''

/** A file as a piece; one that cannot travel is named in words, and a text document is its text. */
export function writeFile<Piece extends object>(
  pieces: Pieces<Piece>,
  writer: Writer,
  placed: Placed<FilePart>,
): Piece {
  const { origin } = placed
  const part = typed(placed.part)
  if (part.source.type === 'text') return pieces.text(writer, placed, part.source.text)
  const wire = pieces.file(part)
  if (wire) {
    if (filled(part.extra?.fields.detail) && pieces.detail(part) === undefined) {
      writer.note(fieldsLoss(['detail'], origin))
      writer.edit('fields-omitted')
    }
    return writer.file(wire, part, origin)
  }
  const why = whyNot(part, `${pieces.api} does not take ${part.mediaType} from there`)
  writer.note(fileLoss(why, origin))
  writer.edit('reduced')
  return pieces.text(writer, placed, describeFile(part))
}

/** Detail at which a model looks at an image. */
export type Detail = 'auto' | 'low' | 'high'

/** The detail that an image came with. */
export function detailOf({ extra }: FilePart): Detail | undefined {
  const given = extra?.fields.detail
  return given === 'auto' || given === 'low' || given === 'high' ? given : undefined
}

/** The same where an image may also be looked at in its own size. */
export const fullDetailOf = (part: FilePart): Detail | 'original' | undefined =>
  part.extra?.fields.detail === 'original' ? 'original' : detailOf(part)

/** Pieces as a string where they are one plain text; its origin goes to the key of the container. */
export function asString(
  writer: Writer,
  container: object,
  key: string,
  pieces: readonly object[],
): string | null {
  const [only] = pieces
  if (pieces.length !== 1 || only === undefined || Object.keys(only).length !== 2) return null
  const { type, text } = only as { type?: unknown; text?: unknown }
  if ((type !== 'text' && type !== 'input_text') || typeof text !== 'string') return null
  writer.setting.origins.inherit(container, key, writer.setting.origins.at(only).key('text'))
  return text
}
