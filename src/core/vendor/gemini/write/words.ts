import { lateSystemText } from '../../../diag/target.ts'
import type { Block, Placed } from '../../../ir/block.ts'
import type { FilePart } from '../../../ir/file.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import { noteNewItem } from '../../../target/new-item.ts'
import { describeOpaque, nameOpaque, opaqueLoss, sayOpaque } from '../../../target/travel.ts'
import { toJson } from '../../../text/json.ts'
import { opaqueTravels } from './opaque.ts'
import { developerRuns, writeFile, writeText } from './parts.ts'
import type { Part, TextPart } from './request.ts'
import type { Work } from './seal.ts'

/** Writes a part that may be in a message of any role. */
export function writeWords(work: Work, placed: Placed, role: Block['role'], into: Part[]): void {
  const { writer } = work
  const { part } = placed
  if (part.kind === 'text') writeSaid(work, placed, part.text, role, into)
  else if (part.kind === 'file' && part.source.type === 'text')
    writeSaid(work, placed, part.source.text, role, into)
  else if (part.kind === 'file') writeFile(writer, placed as Placed<FilePart>, into)
  else if (part.kind === 'opaque') writeOpaque(work, placed as Placed<OpaquePart>, role, into)
  else writeSaid(work, placed, toJson(part.kind === 'data' ? part.value : part), role, into)
}

/** Writes a text. A developer's text is fenced, since the API accepts no system text among the contents (G1). */
function writeSaid({ writer }: Work, placed: Placed, text: string, role: Block['role'], into: Part[]): void {
  const { origin, runs } = placed
  if (role !== 'developer' || text === '') {
    const part = writeText(writer, placed, text, into)
    if (part && role === 'user' && placed.part.kind === 'text')
      writer.fields(part, placed.part.extra, 'gemini')
    return
  }
  const part = writer.label<TextPart>({ text: '' }, origin)
  writer.text(part, 'text', developerRuns(runs ?? [[text, origin]]))
  if (placed.part.kind === 'text') writer.fields(part, placed.part.extra, 'gemini')
  writer.note({ kind: 'CX7006', say: lateSystemText, at: origin })
  writer.edit('fenced')
  into.push(part)
}

function writeOpaque(work: Work, placed: Placed<OpaquePart>, role: Block['role'], into: Part[]): void {
  const { writer, setting } = work
  const { part, origin } = placed
  const speaker = role === 'model' ? 'model' : 'user'
  const own = part.format === 'gemini'
  const why = own ? opaqueTravels(part, setting, speaker) : 'no equivalent'
  if (why === null) {
    if (role !== 'model') noteNewItem(writer, part, origin)
    const wire =
      role === 'model' ? writer.verbatim(part.payload, origin) : writer.replay(part.payload, origin)
    into.push(wire as Part)
    return
  }
  // An item without content leaves nothing to send as text.
  if (own && describeOpaque(part) === nameOpaque(part)) {
    writer.edit('reduced')
    writer.note(opaqueLoss(part, why, origin))
  } else writeSaid(work, placed, sayOpaque(writer, placed, role, why), role, into)
}
