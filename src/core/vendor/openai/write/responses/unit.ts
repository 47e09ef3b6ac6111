import { type Block, isCall, type Placed } from '../../../../ir/block.ts'
import type { Extra } from '../../../../ir/extra.ts'
import type { OpenAIRules } from '../../../../ir/model.ts'
import { movedMedia } from '../../../../target/moved-media.ts'
import { noteNewItem } from '../../../../target/new-item.ts'
import { type PartWriters, writePart, writePartAsText } from '../../../../target/parts.ts'
import type { Fragment, Setting, UnitOptions } from '../../../../target/target.ts'
import { sayOpaque } from '../../../../target/travel.ts'
import { Writer } from '../../../../target/writer.ts'
import { addAll } from '../../../../text/list.ts'
import { plainTextAsString } from '../shared/pieces.ts'
import { developerRole } from '../shared/role.ts'
import { inputContent } from './content.ts'
import { whyContentPartUnsendable } from './opaque.ts'
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
  if (block.role !== 'model') return writer.finishFragment(emitWords(writer, setting, block, options))
  const items = emitResponse(writer, setting, block, options)
  const reasoning = items.filter(({ type }) => type === 'reasoning').length
  const leads = beginsWindow(items)
  return { ...writer.finishFragment(items, reasoning), ...waitingPrograms(items), ...(leads && { leads }) }
}

/** Whether items are a window that `/responses/compact` returned: user messages, then a compaction. */
const beginsWindow = (items: readonly InputItem[]): boolean =>
  (items.at(-1)?.type as string | undefined) === 'compaction' &&
  (items[0] as { readonly role?: unknown }).role === 'user'

function emitWords(
  writer: Writer,
  setting: Setting<OpenAIRules>,
  block: Block,
  options: UnitOptions,
): InputItem[] {
  const items: InputItem[] = []
  const content: InputContent[] = []
  for (const item of block.items) {
    if (isCall(item)) continue
    if (item.part.kind === 'opaque' && item.part.format === format && !item.part.inline)
      addAll(items, writeOpaque(writer, setting, item, options, block.role))
    else addAll(content, writePart(pieces, { writer, role: block.role }, item))
  }
  const [first] = block.items
  if (content.length === 0 || first === undefined) return items
  const role = block.role === 'user' ? 'user' : developerRole(setting.facts.rules, block, format)
  const message = writer.recordOrigin({ role, content: '' } as InputMessage, first.origin)
  writer.copyExtraFields(message, first.envelope, format)
  message.content = plainTextAsString(writer, message, 'content', content) ?? content
  return [message, ...items]
}

const said = (writer: Writer, placed: Placed, text: string): InputContent[] => [
  inputContent(writer, { ...placed, part: { kind: 'text', text } }),
]

/** Functions that write the parts of a user's or the developer's message. */
const pieces: PartWriters<{ readonly writer: Writer; readonly role: Block['role'] }, InputContent[]> = {
  text({ writer }, placed) {
    const piece = inputContent(writer, placed)
    writer.copyExtraFields(piece, inputFields(placed.part.extra), format)
    return [piece]
  },
  data: ({ writer }, placed) => [inputContent(writer, placed)],
  file: ({ writer, role }, placed) =>
    placed.part.source.type === 'text' || role === 'user'
      ? [inputContent(writer, placed)]
      : said(writer, placed, writePartAsText(writer, placed, role)),
  opaque({ writer, role }, placed) {
    const { part, origin } = placed
    if (part.format === format && role === 'user' && whyContentPartUnsendable(part)) {
      noteNewItem(writer, part, origin)
      return [writer.copyCallerItem(part.payload, origin) as InputContent]
    }
    const text = sayOpaque(writer, placed, role)
    return text === '' ? [] : said(writer, placed, text)
  },
  reasoning: () => [],
}

/**
 * Returns the imported fields that an input part may have. `annotations` is excluded, because only the text of an
 * answer has it.
 */
function inputFields(extra: Extra | undefined): Extra | undefined {
  if (extra?.fields.annotations === undefined) return extra
  const { annotations: _, ...fields } = extra.fields
  return { ...extra, fields }
}
