import { type Block, isCall, type Placed } from '../../../../ir/block.ts'
import type { OpenAIRules } from '../../../../ir/model.ts'
import { movedMedia } from '../../../../target/moved-media.ts'
import { noteNewItem } from '../../../../target/new-item.ts'
import { type PartWriters, writePart, writePartAsText } from '../../../../target/parts.ts'
import type { Fragment, Setting, UnitOptions } from '../../../../target/target.ts'
import { sayOpaque } from '../../../../target/travel.ts'
import { isNewType } from '../../../../target/wire-types.ts'
import { Writer } from '../../../../target/writer.ts'
import { plainTextAsString } from '../shared/pieces.ts'
import { developerRole } from '../shared/role.ts'
import { emitAnswer } from './answer.ts'
import { speaksDialect } from './dialect.ts'
import { writeFields } from './fields.ts'
import { repairName } from './participant.ts'
import { filePart, textPart } from './parts.ts'
import type { UserMessage, UserPart } from './request.ts'

const format = 'openai-chat'

/** Writes a unit as messages: an answer and the results of its calls, or one message of a user or the developer. */
export function emitUnit(setting: Setting<OpenAIRules>, given: Block, options: UnitOptions): Fragment {
  const writer = new Writer(setting, given.trust)
  const block = movedMedia(writer, given, ({ format: of }) => (of === format ? null : 'no equivalent'))
  if (block.role === 'model') return emitAnswer(writer, setting, block, options)
  const role = block.role === 'user' ? 'user' : developerRole(setting.facts.rules, block, format)
  const place = { writer, role: block.role }
  const parts = block.items.flatMap(item => (isCall(item) ? [] : writePart(pieces, place, item)))
  const origin = block.items[0]?.origin
  if (origin === undefined || parts.length === 0) return writer.finishFragment([])
  const message = writer.recordOrigin({ role, content: '' as UserMessage['content'] }, origin)
  writeFields(writer, message, block.items[0]?.envelope, origin)
  repairName(writer, message, origin)
  message.content = plainTextAsString(writer, message, 'content', parts) ?? parts
  return writer.finishFragment([message])
}

/** Context for writing a part of a user's or the developer's message. */
interface Place {
  readonly writer: Writer
  readonly role: Block['role']
}

const said = ({ writer, role }: Place, placed: Placed): UserPart[] => [
  textPart(writer, placed, writePartAsText(writer, placed, role)),
]

const pieces: PartWriters<Place, UserPart[]> = {
  text({ writer }, placed) {
    const piece = textPart(writer, placed, placed.part.text)
    writeFields(writer, piece, placed.part.extra, placed.origin)
    return [piece]
  },
  data: said,
  file: (place, placed) =>
    place.role === 'user' || placed.part.source.type === 'text'
      ? [filePart(place.writer, placed)]
      : said(place, placed),
  opaque({ writer, role }, placed) {
    const { part, origin } = placed
    if (
      part.format === format &&
      role === 'user' &&
      part.payload?.type === part.type &&
      isNewType(part.type)
    ) {
      if (!speaksDialect(writer.setting as Setting<OpenAIRules>)) noteNewItem(writer, part, origin)
      return [writer.copyCallerItem(part.payload, origin) as UserPart]
    }
    const words = sayOpaque(writer, placed, role)
    return words === '' ? [] : [textPart(writer, placed, words)]
  },
  reasoning: () => [],
}
