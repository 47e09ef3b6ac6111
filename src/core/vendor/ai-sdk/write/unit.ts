import { blankText } from '../../../diag/history.ts'
import { type Block, isCall, type Placed } from '../../../ir/block.ts'
import { formulaCount } from '../../../ir/count.ts'
import type { Extra } from '../../../ir/extra.ts'
import type { JsonObject } from '../../../ir/json.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import type { Run } from '../../../ir/origin.ts'
import { movedMedia } from '../../../target/moved-media.ts'
import { type PartWriters, writePart, writePartAsText } from '../../../target/parts.ts'
import type { Fragment, Setting, UnitOptions } from '../../../target/target.ts'
import { Writer } from '../../../target/writer.ts'
import { contextTags } from '../../../trust/fence.ts'
import { plainTextAsString } from '../../openai/write/shared/pieces.ts'
import { emitAnswer } from './answer.ts'
import { filePart, whyRefused } from './file.ts'
import { emitHeld } from './held.ts'
import type { AISDKRules } from './models.ts'
import { whySDKPartUnsendable } from './opaque.ts'
import type { SystemMessage, UserMessage, UserPart } from './request.ts'
import { isChanges, sendsSystemChanges } from './system-changes.ts'
import { textPart } from './words.ts'

const format = 'ai-sdk'

type Settings = Setting<AISDKRules>

/** Writes a unit as messages: an answer and the results of its calls, or one message of a user or the developer. */
export function emitUnit(setting: Settings, given: Block, options: UnitOptions): Fragment {
  const writer = new Writer(setting, given.trust)
  const block = movedMedia(writer, given, part => whySDKPartUnsendable(part, setting.facts.rules))
  if (block.role === 'model') return emitAnswer(writer, setting, block, options)
  if (block.role !== 'user') return emitDeveloper(writer, setting, block)
  return emitHeld(writer, block, setting.facts.rules) ?? emitWords(writer, setting, block)
}

function emitWords(writer: Writer, setting: Settings, block: Block): Fragment {
  const place = { writer, rules: setting.facts.rules }
  const parts = block.items.flatMap(item => (isCall(item) ? [] : writePart(userParts, place, item)))
  const origin = block.items[0]?.origin
  if (origin === undefined || parts.length === 0) return writer.finishFragment([])
  const message = writer.recordOrigin({ role: 'user', content: '' } as UserMessage, origin)
  writer.copyExtraFields(message, block.items[0]?.envelope, format)
  message.content = plainTextAsString(writer, message, 'content', parts) ?? parts
  return writer.finishFragment([message])
}

/** Context for writing the parts of a user's message. */
interface Place {
  readonly writer: Writer
  readonly rules: AISDKRules
}

function partAsUserText({ writer, rules }: Place, placed: Placed): UserPart[] {
  const noFile = placed.part.kind === 'file' ? { noFile: whyRefused(placed.part, rules) } : {}
  const text = textPart(writer, rules, placed, writePartAsText(writer, placed, 'user', noFile))
  return text === null ? [] : [text]
}

const userParts: PartWriters<Place, UserPart[]> = {
  text: partAsUserText,
  data: partAsUserText,
  file(place, placed) {
    const file = filePart(place.writer, placed, place.rules)
    return file === null ? partAsUserText(place, placed) : [file]
  },
  opaque: partAsUserText,
  reasoning: partAsUserText,
}

const { open, close } = contextTags('', 'developer')

/**
 * Upper bound of the tokens of a fence's two tags. A token is at least one character, and every tag has a hash of fixed
 * length.
 */
const fenceCost = open.length + close.length

/** Writes a developer's message as one text, and changes of declarations as options. */
function emitDeveloper(writer: Writer, setting: Settings, block: Block): Fragment {
  const { rules } = setting.facts
  const sent = block.items.filter(
    (item): item is Placed<OpaquePart> =>
      !isCall(item) && isChanges(item.part) && sendsSystemChanges(item.part, setting),
  )
  const said = block.items.flatMap((item): Run[] => {
    // Changes that the message makes with its options are written as options, not as text.
    if (isCall(item) || sent.includes(item as Placed<OpaquePart>)) return []
    const text = writePartAsText(writer, item, 'developer')
    return text === '' ? [] : [...(item.runs ?? [[text, item.origin] as const])]
  })
  const [first] = block.items
  const blank = said.every(([text]) => text.trim() === '')
  if (first === undefined || (sent.length === 0 && (said.length === 0 || (blank && rules.refusesBlank)))) {
    if (said.length > 0) writer.edit('repaired')
    for (const at of new Set(said.map(([, from]) => from)))
      writer.note({ kind: 'CX3009', say: blankText, at })
    return writer.finishFragment([])
  }
  // The options of an imported message contain its changes.
  const own = optionsOf(first.envelope) === null ? sent : []
  // OpenAI's package sends changes only in a message without text.
  const isApart = own.length > 0 && said.length > 0 && rules.vendor === 'openai'
  const message = writer.recordOrigin({ role: 'system', content: '' } as SystemMessage, first.origin)
  writer.copyExtraFields(message, first.envelope, format)
  writer.putText(
    message,
    'content',
    said.flatMap((run, index) => (index === 0 ? [run] : [['\n\n', 'c:join'] as const, run])),
  )
  // The text may have to be fenced, so the upper bound includes the tags.
  writer.add(formulaCount(0, fenceCost))
  const [change] = own
  if (!isApart || change === undefined) return writer.finishFragment([withChanges(writer, message, own)])
  const apart = writer.recordOrigin({ role: 'system', content: '' } as SystemMessage, change.origin)
  writer.add(setting.counter.message)
  return writer.finishFragment([message, withChanges(writer, apart, own)])
}

const optionsOf = (envelope: Extra | undefined): unknown =>
  (envelope?.format === format ? envelope.fields.providerOptions : null) ?? null

/** Writes changes of declarations into the options of a system message. */
function withChanges(
  writer: Writer,
  message: SystemMessage,
  changes: readonly Placed<OpaquePart>[],
): SystemMessage {
  for (const { part, origin } of changes)
    writer.putJson(message, 'providerOptions', part.payload.providerOptions as JsonObject, origin)
  return message
}
