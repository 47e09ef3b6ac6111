import type { OpaqueLoss } from '../diag/opaque.ts'
import { fileMoved } from '../diag/target.ts'
import type { BlockRole, Placed } from '../ir/block.ts'
import { describeFile, type FilePart } from '../ir/file.ts'
import type { JsonValue } from '../ir/json.ts'
import type { OpaquePart } from '../ir/opaque.ts'
import type { Origin, Run } from '../ir/origin.ts'
import type { Part, PartKind } from '../ir/part.ts'
import { toJson } from '../text/json.ts'
import { describeOpaque, fileLoss, opaqueLoss, sayOpaque } from './travel.ts'
import type { Writer } from './writer.ts'

/**
 * Kind of a part that is written alone. Calls and results are excluded: they are one item, which each target writes
 * with other code.
 */
export type LoneKind = Exclude<PartKind, 'tool-call' | 'tool-result'>

/** Part of one kind, with its place in the session. */
export type PlacedOf<Kind extends PartKind> = Placed<Extract<Part, { readonly kind: Kind }>>

/** Functions that write parts at one place of a request, by the part's kind. TypeScript reports a missing kind. */
export type PartWriters<Draft, Made> = {
  readonly [Kind in LoneKind]: (draft: Draft, placed: PlacedOf<Kind>) => Made
}

/** Writes a part with the function for its kind. A call or a result that is not in a pair is written as data. */
export function writePart<Draft, Made>(
  writers: PartWriters<Draft, Made>,
  draft: Draft,
  placed: Placed,
): Made {
  const { part } = placed
  if (part.kind === 'tool-call' || part.kind === 'tool-result')
    return writers.data(draft, { ...placed, part: { kind: 'data', value: part as unknown as JsonValue } })
  return writers[part.kind](draft, placed as never)
}

/** Context for writing a part as text. */
interface Words {
  readonly writer: Writer
  readonly role: BlockRole
  /** Reason why a provider-specific item is not sent in its original form. */
  readonly why: OpaqueLoss
  /** Reason why a file is not sent as a file. */
  readonly noFile: string
}

const words: PartWriters<Words, string> = {
  text: (_, { part }) => part.text,
  data: (_, { part }) => toJson(part.value),
  file: ({ writer, noFile }, placed) =>
    placed.part.source.type === 'text' ? placed.part.source.text : sayFile(writer, placed, noFile),
  opaque: ({ writer, role, why }, placed) => sayOpaque(writer, placed, role, why),
  reasoning: (_, { part }) => toJson(part),
}

/** Returns a part as text, for a message that cannot contain the part itself, and reports what is lost. */
export const writePartAsText = (
  writer: Writer,
  placed: Placed,
  role: BlockRole,
  { why = 'no equivalent', noFile = `a ${role} message cannot hold files` }: Partial<Words> = {},
): string => writePart(words, { writer, role, why, noFile }, placed)

/** Returns a file as text, and reports why it is not sent as a file. */
export function sayFile(writer: Writer, { part, origin }: Placed<FilePart>, why: string): string {
  writer.note(fileLoss(why, origin))
  writer.edit('reduced')
  return describeFile(part)
}

/**
 * Returns a provider-specific item of a tool result as text, and reports that the item was not sent in its original
 * form.
 */
export function sayPiece(writer: Writer, { part, origin }: Placed<OpaquePart>): string {
  writer.note(opaqueLoss(part, 'no equivalent', origin))
  writer.edit('reduced')
  return describeOpaque(part)
}

/**
 * Returns text in place of a tool result's file, and reports the move. The file is sent after the results, with this
 * number.
 */
export function sayMoved(writer: Writer, number: number, origin: Origin, where?: string): Run {
  writer.note({ kind: 'CX7018', say: at => fileMoved(at, where), at: origin })
  writer.edit('reduced')
  return [`[file ${number} of the results, sent below]`, 'c:moved-files']
}
