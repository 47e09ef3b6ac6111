import { type Block, isCall, type Placed } from '../../../../ir/block.ts'
import type { Extra } from '../../../../ir/extra.ts'
import { describeFile } from '../../../../ir/file.ts'
import type { OpenAIRules } from '../../../../ir/model.ts'
import type { OpaquePart } from '../../../../ir/opaque.ts'
import { movedMedia } from '../../../../target/moved-media.ts'
import { noteNewItem } from '../../../../target/new-item.ts'
import type { Fragment, Setting, UnitOptions } from '../../../../target/target.ts'
import { fileLoss, sayOpaque } from '../../../../target/travel.ts'
import { Writer } from '../../../../target/writer.ts'
import { addAll } from '../../../../text/list.ts'
import { asString } from '../shared/pieces.ts'
import { developerRole } from '../shared/role.ts'
import { inputContent } from './content.ts'
import { inlineTravels } from './opaque.ts'
import { waitingPrograms } from './programs.ts'
import type { InputContent, InputItem, InputMessage } from './request.ts'
import { emitResponse, writeOpaque } from './response.ts'

const format = 'openai'

/** Writes a unit as items: a response and the outputs of its calls, or the items of a user or the developer. */
export function emitUnit(setting: Setting<OpenAIRules>, given: Block, options: UnitOptions): Fragment {
  const writer = new Writer(setting, given.trust)
  const block = movedMedia(writer, given, (part, place) =>
    part.format === format && place === 'block' ? null : 'no equivalent',
  )
  if (block.role !== 'model') return writer.fragment(emitWords(writer, setting, block, options))
  const items = emitResponse(writer, setting, block, options)
  const reasoning = items.filter(({ type }) => type === 'reasoning').length
  return { ...writer.fragment(items, reasoning), ...waitingPrograms(items) }
}

function emitWords(
  writer: Writer,
  setting: Setting<OpenAIRules>,
  block: Block,
  options: UnitOptions,
): InputItem[] {
  const items: InputItem[] = []
  const pieces: InputContent[] = []
  for (const item of block.items) {
    if (isCall(item)) continue
    if (item.part.kind === 'opaque' && item.part.format === format && !item.part.inline)
      addAll(items, writeOpaque(writer, setting, item, options, block.role))
    else addAll(pieces, writePiece(writer, item, block))
  }
  const [first] = block.items
  if (pieces.length === 0 || first === undefined) return items
  const role = block.role === 'user' ? 'user' : developerRole(setting.facts.rules, block, format)
  const message = writer.label({ role, content: '' } as InputMessage, first.origin)
  writer.fields(message, first.envelope, format)
  message.content = asString(writer, message, 'content', pieces) ?? pieces
  return [message, ...items]
}

function writePiece(writer: Writer, placed: Placed, block: Block): InputContent[] {
  const { part, origin } = placed
  if (part.kind === 'file' && part.source.type !== 'text' && block.role !== 'user') {
    writer.note(fileLoss(`a ${block.role} message cannot hold files`, origin))
    writer.edit('reduced')
    return [inputContent(writer, { ...placed, part: { kind: 'text', text: describeFile(part) } })]
  }
  if (part.kind === 'opaque' && part.format === format && block.role === 'user' && inlineTravels(part)) {
    noteNewItem(writer, part, origin)
    return [writer.replay(part.payload, origin) as InputContent]
  }
  if (part.kind === 'opaque') {
    const text = sayOpaque(writer, placed as Placed<OpaquePart>, block.role)
    return text === '' ? [] : [inputContent(writer, { ...placed, part: { kind: 'text', text } })]
  }
  if (part.kind === 'text' || part.kind === 'data' || part.kind === 'file') {
    const piece = inputContent(writer, { ...placed, part })
    if (part.kind === 'text') writer.fields(piece, inputFields(part.extra), format)
    return [piece]
  }
  return []
}

/** Returns the imported fields that an input part may have: all but `annotations`, which only an answer's text has. */
function inputFields(extra: Extra | undefined): Extra | undefined {
  if (extra?.fields.annotations === undefined) return extra
  const { annotations: _, ...fields } = extra.fields
  return { ...extra, fields }
}
