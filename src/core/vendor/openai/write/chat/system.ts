import { fieldsLeftBehind, participantRenamed } from '../../../../diag/target.ts'
import { addCounts } from '../../../../ir/count.ts'
import { isObject, type JsonObject } from '../../../../ir/json.ts'
import type { OpenAIRules } from '../../../../ir/model.ts'
import { type HeadTally, type Instructed, instructionTexts } from '../../../../target/head.ts'
import { sharedMark } from '../../../../target/shared-mark.ts'
import type { Setting } from '../../../../target/target.ts'
import { toJson } from '../../../../text/json.ts'
import { copyJson } from '../../../../text/well-formed.ts'
import { speaksDialect } from './dialect.ts'
import { ownFields } from './fields.ts'
import { legalName } from './participant.ts'
import type { ChatMessage, SystemMessage, TextPart } from './request.ts'

const format = 'openai-chat'

/**
 * Writes one system message for each text of the instruction. Texts that were imported from one message stay together.
 */
export function emitSystem(
  setting: Setting<OpenAIRules>,
  form: string | null,
  tally: HeadTally,
): ChatMessage[] {
  const { origins, counter } = setting
  const messages: SystemMessage[] = []
  for (const piece of instructionTexts(setting.agent, form)) {
    const part = origins.recordWhole({ type: 'text', text: '' } as TextPart, piece.origin)
    part.text = origins.joinRuns(part, 'text', piece.runs)
    const { place, around, inside } = systemWireFields(piece)
    copyImportedFields(setting, part, inside, tally, piece)
    const last = messages.at(-1)
    if (Array.isArray(last?.content) && place === last.content.length) {
      last.content.push(part)
      tally.addInstructionText(piece, counter.text(part.text))
      continue
    }
    const message = beginSystemMessage(setting, around, piece)
    copyImportedFields(setting, message, around, tally, piece)
    if (place === null && Object.keys(part).length === 2) {
      message.content = part.text
      origins.copyKeyOrigin(message, 'content', origins.originsIn(part).key('text'))
    } else message.content = [part]
    messages.push(message)
    const name = counter.text(message.name ?? '')
    tally.addInstructionText(piece, addCounts(addCounts(counter.text(part.text), name), counter.message))
  }
  return messages
}

/**
 * Wire fields of an instruction's text: the text's place in its message's content, the fields of the message, and the
 * fields of the text.
 */
interface Wire {
  readonly place: number | null
  readonly around: JsonObject
  readonly inside: JsonObject
}

function systemWireFields({ extra }: Instructed): Wire {
  const mark = sharedMark(extra, format)
  const none = { place: null, around: {}, inside: mark === undefined ? {} : { cache_control: mark } }
  if (extra?.format !== format) return none
  const { content, cache_control: _, ...around } = extra.fields
  if (!isObject(content) || typeof content.at !== 'number') return { ...none, around: extra.fields }
  return {
    place: content.at,
    around,
    inside: isObject(content.fields) ? (content.fields as JsonObject) : {},
  }
}

function beginSystemMessage(
  { origins, facts }: Setting<OpenAIRules>,
  around: JsonObject,
  { origin }: Instructed,
): SystemMessage {
  const role = facts.rules.developerRole ? 'developer' : 'system'
  const given = around.role === 'developer' || around.role === 'system' ? around.role : role
  return origins.recordWhole({ role: given, content: '' } as SystemMessage, origin)
}

/**
 * Copies imported fields to a message or part. A name is always copied; other fields are copied only for another
 * vendor's API. Dropped fields are reported.
 */
function copyImportedFields(
  setting: Setting<OpenAIRules>,
  container: object,
  fields: JsonObject,
  tally: HeadTally,
  { origin }: Instructed,
): void {
  const lost: string[] = []
  for (const [key, value] of Object.entries(fields)) {
    if (key in container || key === 'content' || key === 'role') continue
    if (key === 'name' && typeof value === 'string') {
      const name = legalName(value)
      if (name !== '') (container as { name?: string }).name = name
      if (name !== value) tally.say(participantRenamed([origin]))
      continue
    }
    if (
      key === 'name' ||
      ownFields.has(key) ||
      (key !== 'prompt_cache_breakpoint' && !speaksDialect(setting))
    ) {
      lost.push(key)
      continue
    }
    ;(container as Record<string, unknown>)[key] = copyJson(value)
    if (!key.includes('cache'))
      tally.addDeclaration('system', origin, { ...setting.counter.text(toJson(value)), exact: false })
  }
  if (lost.length > 0) tally.say(fieldsLeftBehind(lost, [origin]))
}
