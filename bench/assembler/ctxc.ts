import type { Compiled, EventInput } from 'ctxc'
import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'
import { type Beside, built, builtIn } from '../library/built.ts'
import type { Assembler } from './assembler.ts'
import { createRecompiler } from './recompile.ts'
import { callsOf, contentOf } from './texts.ts'

export const optionsFor = (budget: number) => ({ target: 'openai-chat', model: 'gpt-4.1', budget }) as const

/** Import, compile, and a look at the map and the ledger, which are made when looked at. */
const fromBuild = (
  about: Pick<Assembler, 'name' | 'kind'>,
  read: (name: string) => ReturnType<typeof built>,
): Assembler => ({
  ...about,
  budgeted: true,
  async load(budget) {
    const ctxc = await read('index')
    const { fromOpenAI } = await read('from/openai')
    const options = optionsFor(budget)
    return messages => {
      const program = fromOpenAI(messages)
      let { session } = program
      const compiler = createRecompiler(ctxc, program, options)
      return {
        async assemble() {
          const result: Compiled = await ctxc.compile(fromOpenAI(messages), options)
          look(result)
          return result
        },
        append(message) {
          const event = eventOf(message)
          return () => {
            session = session.append(event)
            return compiler.compile(session)
          }
        },
        read: outcome => messagesOf(outcome as Compiled),
      }
    }
  },
})

export const ours = fromBuild({ name: 'ctxc', kind: 'ours' }, built)

/** The same with the build of another checkout. */
export const oursBeside = ({ mark, folder }: Beside): Assembler =>
  fromBuild({ name: `ctxc${mark}`, kind: 'peer' }, name => builtIn(folder, name))

/** Has the map and the ledger made. */
export const look = ({ map, ledger }: Compiled): number => map.length + ledger.rows.length

function messagesOf(result: Compiled): readonly ChatMessage[] {
  if (result.ok && 'messages' in result.request) return result.request.messages as ChatMessage[]
  throw new Error(`ctxc refused: ${result.diagnostics.map(({ message }) => message).join('; ')}`)
}

/** A message as an event, as a program that has one in hand appends it. */
export function eventOf(message: ChatMessage): EventInput {
  const text = contentOf(message)
  const words = text === '' ? [] : [{ kind: 'text', text } as const]
  if (message.role === 'tool')
    return { author: 'tool', parts: [{ kind: 'tool-result', id: message.tool_call_id, content: words }] }
  if (message.role !== 'assistant') return { author: message.role, parts: words }
  const calls = callsOf(message).map(
    ({ id, function: { name, arguments: written } }) =>
      ({ kind: 'tool-call', id, name, arguments: written }) as const,
  )
  return { author: 'agent', parts: [...words, ...calls] }
}
