import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages'
import { cleanOutput, cleanText, textOfPart, textsOfBlock } from '../adapter/plain-words.ts'
import { type Dialect, eventsOf, isWhole } from '../adapter/rewrite.ts'
import type { Block, PairedCall } from '../ir/block.ts'
import type { Edit } from '../ir/edit.ts'
import type { Trust } from '../ir/trust.ts'
import type { Unit } from '../ir/unit.ts'
import type { Session } from '../session/session.ts'
import { isAsItWas, writeAnswer } from './answer.ts'
import { calledBy } from './called.ts'
import { mapContent } from './content.ts'
import { asChanged } from './output.ts'

/** Session, and the messages of its events; null for events that the conversation does not hold. */
interface Originals {
  readonly session: Session
  readonly own: (seq: number) => BaseMessage | null
}

/** Writes a unit of a user or a developer, as its own message if the words may keep their role. */
function writeSpeech(
  { session, own }: Originals,
  block: Block,
  unit: Unit,
  edits: readonly Edit[],
): BaseMessage[] {
  const [seq = 0] = eventsOf(unit)
  const stays = unit.kind === 'user' || unit.kind === 'developer'
  const given = own(seq)
  if (given !== null && stays && !edits.includes('fenced') && isWhole(session, unit, seq)) {
    const content = mapContent(
      given.content,
      text => cleanText(text, block.trust),
      piece => piece,
    )
    const fields = { ...fieldsOf(given), content }
    if (content.length === 0) return []
    return [unit.kind === 'developer' ? new SystemMessage(fields) : new HumanMessage(fields)]
  }
  const words = textsOfBlock(block)
  return words.length === 0 ? [] : [new HumanMessage(words.map(text => ({ type: 'text', text })))]
}

/** Writes the result of a call under the call's current id; `trust` is the trust of the unit. */
function writeResult(
  { session, own }: Originals,
  unit: Unit,
  { part, result: answer }: PairedCall,
  id: string,
  trust: Trust,
): BaseMessage {
  const texts = answer.part.content.map(piece => textOfPart({ ...answer, part: piece }))
  const clean = texts.map(text => cleanOutput(text, trust))
  const isStored = answer.origin.startsWith('e:')
  const intact = id === answer.part.id && clean.every((text, index) => text === texts[index])
  const given = isStored ? own(answer.seq) : null
  const result = { tool_call_id: id, name: part.name, ...status(answer.part.isError) }
  // A result may be part of another message, whose other content does not belong to it.
  if (given && /^(tool|function)$/.test(given.type) && isWhole(session, unit, answer.seq)) {
    if (intact && ToolMessage.isInstance(given)) return given
    const content = mapContent(
      given.content,
      text => cleanOutput(text, trust),
      piece => piece,
    )
    return new ToolMessage({ ...fieldsOf(given), content: content as ToolMessage['content'], ...result })
  }
  // The result of a plain text has a type of its own, which LangChain tells by this field.
  const kind = part.freeform === true && { additional_kwargs: { customTool: true } }
  return new ToolMessage({ content: clean.join('\n'), ...result, ...kind })
}

/** Writes an answer and the results of its calls. */
function writeTurn(
  originals: Originals,
  block: Block,
  unit: Unit,
  edits: readonly Edit[],
): readonly BaseMessage[] {
  const { session, own } = originals
  const [seq = 0] = eventsOf(unit)
  // No answer is a recorded event.
  const given = own(seq) as BaseMessage
  const whole = AIMessage.isInstance(given) && isWhole(session, unit, seq)
  const { parts } = session.event(seq)
  const called = calledBy(block)
  const sends = { block, called, thoughtless: edits.includes('reasoning-omitted') }
  const written = (blank?: 'kept'): AIMessage => writeAnswer(given, parts, sends, blank)
  let answer = whole && isAsItWas(parts, sends) ? given : written()
  // A message must not be empty: if only blank text is left, the API accepts it, so it is kept.
  if (answer.content.length === 0 && called.length === 0) answer = written('kept')
  const sent = new Map(called.map(({ call, sent: { id } }) => [call, id]))
  const results = block.answers.map(call =>
    writeResult(originals, unit, call, sent.get(call) as string, block.trust),
  )
  return [answer, ...results]
}

/**
 * Returns the dialect that writes a session back as LangChain messages; `placeOf` gives the message of an event, null for none.
 * Set `replays` if the model's class sends the items of the Responses API that answers keep.
 */
export function langChainDialect(
  session: Session,
  messages: readonly BaseMessage[],
  placeOf: (seq: number) => number | null,
  replays = false,
): Dialect<BaseMessage> {
  const own = (seq: number): BaseMessage | null => {
    const place = placeOf(seq)
    if (place === null) return null
    const message = messages[place] as BaseMessage
    return replays ? asChanged(message) : message
  }
  const originals: Originals = { session, own }
  return {
    own,
    filler: text => new HumanMessage(text),
    unit: (block, unit, edits) =>
      block.role === 'model'
        ? writeTurn(originals, block, unit, edits)
        : writeSpeech(originals, block, unit, edits),
  }
}

/** Returns the fields of a message besides its content. */
const fieldsOf = ({ id, name, additional_kwargs, response_metadata }: BaseMessage) => ({
  ...(id !== undefined && { id }),
  ...(name !== undefined && { name }),
  additional_kwargs,
  response_metadata,
})

const status = (isError: boolean | undefined): { status?: 'error' } => (isError ? { status: 'error' } : {})
