import type { Compiled, EventInput, Session } from 'ctxc'
import type { ChatMessage } from '../../../src/core/vendor/openai/write/chat/request.ts'
import { createRecompiler } from '../../assembler/recompile.ts'
import { built } from '../../library/built.ts'
import { isSystem } from '../run.ts'
import type { Strategy } from './strategy.ts'

/** A compiler that is handed the plan of the call before, with its low mark where one is said; without a budget where it is infinite. */
export const ours = (name: string, low?: number): Strategy => ({
  name,
  async begin({ system, history, tools }, input) {
    const ctxc = await built('index')
    const { fromOpenAI } = await built('from/openai')
    const program = fromOpenAI({ messages: [...system, ...history], ...(tools && { tools }) })
    const { events } = program.session as { events: readonly EventInput[] }
    if (events.length !== history.length) throw new Error('a message is not an event')
    const budget = { input, ...(low !== undefined && { low }) }
    const compiler = createRecompiler(ctxc, program, {
      target: 'openai-chat',
      model: 'gpt-5.4',
      ...(Number.isFinite(input) && { budget }),
    })
    let session: Session = ctxc.createSession()
    return async said => {
      session = session.append(...events.slice(session.length, said))
      return historyOf(await compiler.compile(session), tools !== undefined)
    }
  },
})

/** Returns the messages of a request after its system text; null if there is no request. */
export function historyOf(result: Compiled, declared: boolean): readonly ChatMessage[] | null {
  if (!result.ok) return null
  const { messages, tools } = result.request as { messages: readonly ChatMessage[]; tools?: unknown }
  if (tools !== undefined && !declared) throw new Error('tools that are not in the head')
  return messages.slice(messages.findIndex(message => !isSystem(message)))
}
