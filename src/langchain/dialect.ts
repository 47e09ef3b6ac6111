import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages'
import { cleanOutput, cleanText, spokenWords, wordsOf } from '../adapter/plain-words.ts'
import { type Dialect, eventsOf, isWhole } from '../adapter/rewrite.ts'
import type { Block, PairedCall } from '../ir/block.ts'
import type { Unit } from '../ir/unit.ts'
import type { Edit } from '../map/ledger.ts'
import type { Session } from '../session/session.ts'
import { isAsItWas, writeAnswer } from './answer.ts'
import { calledBy } from './called.ts'
import { mapContent } from './content.ts'
import { asChanged } from './output.ts'

/**
 * Returns the dialect that writes a session back as LangChain messages; `leading` of them precede its first event.
 * Set `replays` if the model's class sends the items of the Responses API that answers keep.
 */
export function langChainDialect(
  session: Session,
  messages: readonly BaseMessage[],
  leading: number,
  replays = false,
): Dialect<BaseMessage> {
  const own = (seq: number): BaseMessage => {
    const message = messages[seq + leading] as BaseMessage
    return replays ? asChanged(message) : message
  }

  const speech = (block: Block, unit: Unit, edits: readonly Edit[]): BaseMessage[] => {
    const [seq = 0] = eventsOf(unit)
    const given = own(seq)
    const words = spokenWords(block)
    const stays = unit.kind === 'user' || unit.kind === 'developer'
    if (stays && !edits.includes('fenced') && isWhole(session, unit, seq)) {
      const content = mapContent(
        given.content,
        text => cleanText(text, block.trust),
        piece => piece,
      )
      const fields = { ...fieldsOf(given), content }
      if (content.length === 0) return []
      return [unit.kind === 'developer' ? new SystemMessage(fields) : new HumanMessage(fields)]
    }
    return words.length === 0 ? [] : [new HumanMessage(words.map(text => ({ type: 'text', text })))]
  }

  const result = (
    block: Block,
    unit: Unit,
    { part, result: answer }: PairedCall,
    id: string,
  ): BaseMessage => {
    const texts = answer.part.content.map(piece => wordsOf({ ...answer, part: piece }))
    const clean = texts.map(text => cleanOutput(text, block.trust))
    const recorded = answer.origin.startsWith('e:')
    const intact = id === answer.part.id && clean.every((text, index) => text === texts[index])
    const given = recorded ? own(answer.seq) : undefined
    // A result may stand inside another message: what else is there is not of the result.
    if (given && /^(tool|function)$/.test(given.type) && isWhole(session, unit, answer.seq)) {
      if (intact && ToolMessage.isInstance(given)) return given
      const content = mapContent(
        given.content,
        text => cleanOutput(text, block.trust),
        piece => piece,
      )
      return new ToolMessage({
        ...fieldsOf(given),
        content: content as ToolMessage['content'],
        tool_call_id: id,
        name: part.name,
        ...status(answer.part.isError),
      })
    }
    return new ToolMessage({
      content: clean.join('\n'),
      tool_call_id: id,
      name: part.name,
      ...status(answer.part.isError),
    })
  }

  return {
    own,
    filler: text => new HumanMessage(text),
    unit(block, unit, edits) {
      if (block.role !== 'model') return speech(block, unit, edits)
      const [seq = 0] = eventsOf(unit)
      const given = own(seq)
      const whole = AIMessage.isInstance(given) && isWhole(session, unit, seq)
      const called = calledBy(block)
      const thoughtless = edits.includes('reasoning-omitted')
      const written = (blank?: 'kept'): AIMessage => writeAnswer(given, block, called, thoughtless, blank)
      let answer =
        whole && isAsItWas(block, session.event(seq).parts, called, thoughtless) ? given : written()
      // A message that is sent must hold something: if only blank text is left, the API takes it, so it is kept.
      if (answer.content.length === 0 && called.length === 0) answer = written('kept')
      const sent = new Map(called.map(({ call, sent: { id } }) => [call, id]))
      return [answer, ...block.answers.map(call => result(block, unit, call, sent.get(call) as string))]
    },
  }
}

/** Returns the fields of a message beside its content. */
const fieldsOf = ({ id, name, additional_kwargs, response_metadata }: BaseMessage) => ({
  ...(id !== undefined && { id }),
  ...(name !== undefined && { name }),
  additional_kwargs,
  response_metadata,
})

const status = (isError: boolean | undefined): { status?: 'error' } => (isError ? { status: 'error' } : {})
