import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { cleanText, spokenWords, wordsOf } from '../compile/plain-words.ts'
import { type Dialect, eventsOf, isWhole } from '../compile/rewrite.ts'
import type { Block, PairedCall } from '../ir/block.ts'
import type { Unit } from '../ir/unit.ts'
import type { Edit } from '../map/ledger.ts'
import type { Session } from '../session/session.ts'
import { calledBy, isAsItWas, writeAnswer } from './answer.ts'
import { mapContent } from './content.ts'

/** How a session of LangChain's messages is written back as such; `leading` of them stand before its first event. */
export function langChainDialect(
  session: Session,
  messages: readonly BaseMessage[],
  leading: number,
): Dialect<BaseMessage> {
  const own = (seq: number): BaseMessage => messages[seq + leading] as BaseMessage

  const speech = (block: Block, unit: Unit, edits: readonly Edit[]): BaseMessage[] => {
    const [seq = 0] = eventsOf(unit)
    const given = own(seq)
    const words = spokenWords(block)
    if (unit.kind === 'user' && !edits.includes('fenced') && isWhole(session, unit, seq)) {
      const content = mapContent(
        given.content,
        text => cleanText(text, block.trust),
        piece => piece,
      )
      return content.length === 0 ? [] : [new HumanMessage({ ...fieldsOf(given), content })]
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
    const clean = texts.map(text => cleanText(text, block.trust))
    const recorded = answer.origin.startsWith('e:')
    const intact = id === answer.part.id && clean.every((text, index) => text === texts[index])
    if (recorded && isWhole(session, unit, answer.seq)) {
      const given = own(answer.seq)
      if (intact && ToolMessage.isInstance(given)) return given
      const content = mapContent(
        given.content,
        text => cleanText(text, block.trust),
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
      const given = own(eventsOf(unit)[0] as number)
      const called = calledBy(block)
      const thoughtless = edits.includes('reasoning-omitted')
      const kept = AIMessage.isInstance(given) && isAsItWas(block, called, thoughtless)
      const answer = kept ? given : writeAnswer(given, block, called, thoughtless)
      const sent = new Map(called.map(({ call, sent: { id } }) => [call, id]))
      const silent = answer.content.length === 0 && called.length === 0
      return silent
        ? []
        : [answer, ...block.answers.map(call => result(block, unit, call, sent.get(call) as string))]
    },
  }
}

/** What a message has beside its content. */
const fieldsOf = ({ id, name, additional_kwargs, response_metadata }: BaseMessage) => ({
  ...(id !== undefined && { id }),
  ...(name !== undefined && { name }),
  additional_kwargs,
  response_metadata,
})

const status = (isError: boolean | undefined): { status?: 'error' } => (isError ? { status: 'error' } : {})
