import { lateSystemText } from '../../../diag/target.ts'
import type { Block, Placed } from '../../../ir/block.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import { noteNewItem } from '../../../target/new-item.ts'
import { type PartWriters, writePart, writePartAsText } from '../../../target/parts.ts'
import { describeOpaque, nameOpaque, opaqueLoss, sayOpaque } from '../../../target/travel.ts'
import { whyGeminiPartUnsendable } from './opaque.ts'
import { developerRuns, writeFile, writeText } from './parts.ts'
import type { Part, TextPart } from './request.ts'
import type { Work } from './seal.ts'

/** Context for writing the parts of a message of any role. */
interface Place extends Work {
  readonly role: Block['role']
  readonly into: Part[]
}

const partAsGeminiText = (place: Place, placed: Placed): void =>
  writeSaid(place, placed, writePartAsText(place.writer, placed, place.role), place.role, place.into)

const parts: PartWriters<Place, void> = {
  text: partAsGeminiText,
  data: partAsGeminiText,
  file: (place, placed) =>
    placed.part.source.type === 'text'
      ? partAsGeminiText(place, placed)
      : writeFile(place.writer, placed, place.into),
  opaque: (place, placed) => writeOpaque(place, placed, place.role, place.into),
  reasoning: partAsGeminiText,
}

/** Writes a part that may be in a message of any role. */
export const writeWords = (work: Work, placed: Placed, role: Block['role'], into: Part[]): void =>
  writePart(parts, { ...work, role, into }, placed)

/** Writes a text. A developer's text is fenced, since the API accepts no system text among the contents (rule G1). */
function writeSaid({ writer }: Work, placed: Placed, text: string, role: Block['role'], into: Part[]): void {
  const { origin, runs } = placed
  if (role !== 'developer' || text === '') {
    const part = writeText(writer, placed, text, into)
    if (part && role === 'user' && placed.part.kind === 'text')
      writer.copyExtraFields(part, placed.part.extra, 'gemini')
    return
  }
  const part = writer.recordOrigin<TextPart>({ text: '' }, origin)
  writer.putText(part, 'text', developerRuns(runs ?? [[text, origin]]))
  if (placed.part.kind === 'text') writer.copyExtraFields(part, placed.part.extra, 'gemini')
  writer.note({ kind: 'CX7006', say: lateSystemText, at: origin })
  writer.edit('fenced')
  into.push(part)
}

function writeOpaque(work: Work, placed: Placed<OpaquePart>, role: Block['role'], into: Part[]): void {
  const { writer, setting } = work
  const { part, origin } = placed
  const speaker = role === 'model' ? 'model' : 'user'
  const own = part.format === 'gemini'
  const why = own ? whyGeminiPartUnsendable(part, setting, speaker) : 'no equivalent'
  if (why === null) {
    if (role !== 'model') noteNewItem(writer, part, origin)
    const wire =
      role === 'model'
        ? writer.copyAnswerItem(part.payload, origin)
        : writer.copyCallerItem(part.payload, origin)
    into.push(wire as Part)
    return
  }
  // If the item has no content, there is nothing to send as text.
  if (own && describeOpaque(part) === nameOpaque(part)) {
    writer.edit('reduced')
    writer.note(opaqueLoss(part, why, origin))
  } else writeSaid(work, placed, sayOpaque(writer, placed, role, why), role, into)
}
