import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  type MessageContent,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages'
import type { Block, PairedCall } from '../../ir/block.ts'
import type { Edit } from '../../ir/edit.ts'
import type { FilePart } from '../../ir/file.ts'
import type { ResultContent } from '../../ir/result.ts'
import type { Trust } from '../../ir/trust.ts'
import type { Unit } from '../../ir/unit.ts'
import type { Session } from '../../session/session.ts'
import { cleanOutput, cleanText, textOfPart, textsOfBlock } from '../plain-words.ts'
import { type Dialect, eventsOf, isBetweenTags, isEventInUnit, isShaped } from '../rewrite.ts'
import { type ShownTexts, shownMessage, shownTexts } from '../shown-texts.ts'
import { isAnswerUnchanged, writeRepairedAnswer } from './answer.ts'
import { callsToSend } from './called.ts'
import type { ClassForm } from './class-form.ts'
import { mapContent } from './content.ts'
import { updateReplayedItems } from './output.ts'

/** Session, and the original message of each event; null for events that are not from the conversation. */
interface Originals {
  readonly session: Session
  readonly own: (seq: number) => BaseMessage | null
  /** Converter for the model's class; null for a class without a row in the table, whose messages stay unchanged. */
  readonly form: ClassForm | null
}

/**
 * Writes a conversation unit of a user or a developer. The original message is reused if its text is sent in its
 * original role.
 */
function writeUserOrDeveloper(
  { session, own, form }: Originals,
  block: Block,
  unit: Unit,
  edits: readonly Edit[],
): BaseMessage[] {
  const [seq = 0] = eventsOf(unit)
  const stays = unit.kind === 'user' || unit.kind === 'developer'
  const given = own(seq)
  if (given !== null && stays && !isBetweenTags(edits) && isEventInUnit(session, unit, seq)) {
    const shown = isShaped(edits) ? shownMessage(session.event(seq), block.items) : null
    const content = mapContent(
      given.content,
      text => cleanText(shown?.textFor(text) ?? text, block.trust),
      piece => (isSentWhole(form, given) ? [piece] : form.convertBlock('human', piece, `e:${seq}`)),
    )
    const fields = { ...convertedMessageFields(form, given), content }
    if (content.length === 0) return []
    return [unit.kind === 'developer' ? new SystemMessage(fields) : new HumanMessage(fields)]
  }
  const words = textsOfBlock(block)
  return words.length === 0 ? [] : [new HumanMessage(words.map(text => ({ type: 'text', text })))]
}

/** Conversation unit, with the edits that were made to it. */
interface SentUnitEdits {
  readonly unit: Unit
  readonly edits: readonly Edit[]
}

/** Writes a tool result under the current id of its call. `trust`: trust of the conversation unit. */
function writeResult(
  { session, own, form }: Originals,
  { unit, edits }: SentUnitEdits,
  { part, result: answer }: PairedCall,
  id: string,
  trust: Trust,
  after: FilePart[],
): BaseMessage {
  const texts = answer.part.content.map(piece => textOfPart({ ...answer, part: piece }))
  const clean = texts.map(text => cleanOutput(text, trust))
  const isStored = answer.origin.startsWith('e:')
  const intact = id === answer.part.id && clean.every((text, index) => text === texts[index])
  const given = isStored ? own(answer.seq) : null
  const result = { tool_call_id: id, name: part.name, ...resultStatusField(answer.part.isError) }
  // The message may contain more than this result, and the other content must not be sent as part of the result.
  const stored = isShaped(edits) ? storedContent(session, answer) : answer.part.content
  const shown = isStored ? shownTexts(stored, answer.part.content) : null
  if (given && shown && /^(tool|function)$/.test(given.type) && isEventInUnit(session, unit, answer.seq)) {
    if (intact && shown.isWhole && ToolMessage.isInstance(given) && isSentWhole(form, given)) return given
    const content = mapContent(
      withTextsAround(given.content, shown),
      text => cleanOutput(shown.textFor(text), trust),
      piece => (isSentWhole(form, given) ? [piece] : form.convertBlock('tool', piece, answer.origin, after)),
      'dropped',
      isSentWhole(form, given) ? 'kept' : 'mapped',
    )
    return new ToolMessage({
      ...convertedMessageFields(form, given),
      content: content as ToolMessage['content'],
      ...result,
    })
  }
  // The result of a custom tool, which takes plain text, has its own type. LangChain recognizes the type by this field.
  const kind = part.freeform === true && { additional_kwargs: { customTool: true } }
  return new ToolMessage({ content: clean.join('\n'), ...result, ...kind })
}

/** Returns the content of a stored result before the operations of the policy. */
function storedContent(
  session: Session,
  { seq, part, origin }: PairedCall['result'],
): readonly ResultContent[] {
  const stored = session.event(seq).parts[Number(origin.split('.')[1])]
  return stored?.kind === 'tool-result' ? stored.content : part.content
}

/** Returns the content of a message between the texts that operations of the policy add. */
function withTextsAround(content: MessageContent, { before, after }: ShownTexts): MessageContent {
  if (before.length + after.length === 0) return content
  const own = typeof content === 'string' ? [textBlock(content)] : content
  return [...before.map(textBlock), ...own, ...after.map(textBlock)]
}

const textBlock = (text: string) => ({ type: 'text' as const, text })

/** Writes an answer and the results of its calls. */
function writeTurn(
  originals: Originals,
  block: Block,
  unit: Unit,
  edits: readonly Edit[],
): readonly BaseMessage[] {
  const { session, own, form } = originals
  const [seq = 0] = eventsOf(unit)
  // An answer is never a recorded event, so its original message exists.
  const given = own(seq) as BaseMessage
  const whole = AIMessage.isInstance(given) && isEventInUnit(session, unit, seq)
  const { parts } = session.event(seq)
  const called = callsToSend(block)
  const sends = { block, called, thoughtless: edits.includes('reasoning-omitted') }
  const rewriteAnswer = (blank?: 'kept'): AIMessage => writeRepairedAnswer(given, parts, sends, form, blank)
  let answer = whole && isAnswerUnchanged(parts, sends) && isSentWhole(form, given) ? given : rewriteAnswer()
  // A message must not be empty. If only blank text is left, the text is kept, because the API accepts it.
  if (answer.content.length === 0 && called.length === 0) answer = rewriteAnswer('kept')
  const sent = new Map(called.map(({ call, sent: { id } }) => [call, id]))
  const after: FilePart[] = []
  const results = block.answers.map(call =>
    writeResult(originals, { unit, edits }, call, sent.get(call) as string, block.trust, after),
  )
  return [answer, ...results, ...(form?.filesAfter(after) ?? [])]
}

/**
 * Returns the writer (dialect) of LangChain messages for a session. `placeOf` returns the message index of an event;
 * null for none. Set `replays` if the model's class sends the Responses API items that answers contain. `form` converts
 * messages to the forms that the class sends.
 */
export function langChainDialect(
  session: Session,
  messages: readonly BaseMessage[],
  placeOf: (seq: number) => number | null,
  replays = false,
  form: ClassForm | null = null,
): Dialect<BaseMessage> {
  const own = (seq: number): BaseMessage | null => {
    const place = placeOf(seq)
    if (place === null) return null
    const message = messages[place] as BaseMessage
    return replays ? updateReplayedItems(message) : message
  }
  const originals: Originals = { session, own, form }
  return {
    own: seq => {
      const message = own(seq)
      return message !== null && isSentWhole(form, message) ? message : null
    },
    said: () => form?.fileDiagnostics() ?? [],
    filler: text => new HumanMessage(text),
    unit: (block, unit, edits) =>
      block.role === 'model'
        ? writeTurn(originals, block, unit, edits)
        : writeUserOrDeveloper(originals, block, unit, edits),
  }
}

/** Whether the model's class sends the whole message. */
const isSentWhole = (form: ClassForm | null, message: BaseMessage): form is null =>
  form === null || form.sendsWholeMessage(message)

/** Returns a message's fields besides its content, without the content version if the content was converted. */
function convertedMessageFields(form: ClassForm | null, message: BaseMessage): ReturnType<typeof fieldsOf> {
  const fields = fieldsOf(message)
  if (isSentWhole(form, message)) return fields
  const { output_version: _, ...metadata } = fields.response_metadata
  return { ...fields, response_metadata: metadata }
}

/** Returns the fields of a message besides its content. */
const fieldsOf = ({ id, name, additional_kwargs, response_metadata }: BaseMessage) => ({
  ...(id !== undefined && { id }),
  ...(name !== undefined && { name }),
  additional_kwargs,
  response_metadata,
})

const resultStatusField = (isError: boolean | undefined): { status?: 'error' } =>
  isError ? { status: 'error' } : {}
