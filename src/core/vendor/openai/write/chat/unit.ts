import { type Block, isCall, type Placed } from '../../../../ir/block.ts'
import { describeFile, type FilePart } from '../../../../ir/file.ts'
import type { OpenAIRules } from '../../../../ir/model.ts'
import type { OpaquePart } from '../../../../ir/opaque.ts'
import { movedMedia } from '../../../../target/moved-media.ts'
import { noteNewItem } from '../../../../target/new-item.ts'
import type { Fragment, Setting, UnitOptions } from '../../../../target/target.ts'
import { fileLoss, sayOpaque } from '../../../../target/travel.ts'
import { isNewType } from '../../../../target/wire-types.ts'
import { Writer } from '../../../../target/writer.ts'
import { toJson } from '../../../../text/json.ts'
import { asString } from '../shared/pieces.ts'
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
  const parts = block.items.flatMap(item => (isCall(item) ? [] : writeWords(writer, item, block)))
  const origin = block.items[0]?.origin
  if (origin === undefined || parts.length === 0) return writer.fragment([])
  const message = writer.label({ role, content: '' as UserMessage['content'] }, origin)
  writeFields(writer, message, block.items[0]?.envelope, origin)
  repairName(writer, message, origin)
  message.content = asString(writer, message, 'content', parts) ?? parts
  return writer.fragment([message])
}

function writeWords(writer: Writer, placed: Placed, block: Block): UserPart[] {
  const { part, origin } = placed
  switch (part.kind) {
    case 'text': {
      const piece = textPart(writer, placed, part.text)
      writeFields(writer, piece, part.extra, origin)
      return [piece]
    }
    case 'file':
      if (block.role === 'user' || part.source.type === 'text')
        return [filePart(writer, placed as Placed<FilePart>)]
      writer.note(fileLoss(`a ${block.role} message cannot hold files`, origin))
      writer.edit('reduced')
      return [textPart(writer, placed, describeFile(part))]
    case 'opaque': {
      if (
        part.format === format &&
        block.role === 'user' &&
        part.payload?.type === part.type &&
        isNewType(part.type)
      ) {
        if (!speaksDialect(writer.setting as Setting<OpenAIRules>)) noteNewItem(writer, part, origin)
        return [writer.replay(part.payload, origin) as UserPart]
      }
      const words = sayOpaque(writer, placed as Placed<OpaquePart>, block.role)
      return words === '' ? [] : [textPart(writer, placed, words)]
    }
    case 'data':
      return [textPart(writer, placed, toJson(part.value))]
    default:
      return []
  }
}
