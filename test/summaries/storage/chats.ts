// Chats that are compiled by several processes with one storage.
import { agent, C } from 'ctxc'
import { type ConversationStorage, createConversationCompiler } from 'ctxc/compile'
import type { Effects } from 'ctxc/effects'
import { fromOpenAI } from 'ctxc/from/openai'
import { answered, asked, firstWords } from '../conversation.ts'

export const helper = agent({ name: 'helper', context: C.all().summarize({ segment: 150 }) })
export const options = {
  model: 'gpt-5.4',
  target: 'openai-chat',
  budget: { input: 1_200, output: 100 },
} as const

export interface More {
  readonly effects?: Effects
  readonly storage?: ConversationStorage
  readonly context?: C.ContextInput
}

export const newCompiler = (more: More) => createConversationCompiler({ ...options, ...more })

export type Compiler = ReturnType<typeof newCompiler>

const call = { id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } }

/** Requests of a conversation in which each call is made by the compiler of its number. */
export async function requestsBy(
  compilerOf: (call: number) => Compiler,
  { turns = 50, system = false }: { readonly turns?: number; readonly system?: boolean } = {},
) {
  const messages: object[] = []
  const results: Awaited<ReturnType<Compiler['compile']>>[] = []
  const ask = async () => {
    const instruction = system ? [{ role: 'system', content: `It is ${results.length} o'clock.` }] : []
    const { agent: own, session, format } = fromOpenAI([...instruction, ...messages], { author: 'helper' })
    const compiler = compilerOf(results.length)
    const result = await compiler.compile({ agent: { ...own, ...helper }, session, format }, { id: 'chat' })
    results.push(result)
    await compiler.resolveWants(result)
  }
  for (let turn = 0; turn < turns; turn++) {
    messages.push({ role: 'user', content: asked(turn) })
    await ask()
    if (turn % 3 === 0) {
      messages.push({ role: 'assistant', content: null, tool_calls: [{ ...call, id: `c${turn}` }] })
      messages.push({ role: 'tool', tool_call_id: `c${turn}`, content: 'found' })
      await ask()
    }
    messages.push({ role: 'assistant', content: answered(turn) })
  }
  return results
}

/** Storage of texts, as another process sees it. */
export const texts = (): ConversationStorage & { readonly size: number } => {
  const values = new Map<string, string>()
  return {
    get: async (key: string) => values.get(key),
    set: async (key: string, value: string) => void values.set(key, value),
    get size() {
      return values.size
    },
  }
}

export const counting = () => {
  const seen: string[] = []
  const summarize = firstWords(async (input, context) => {
    seen.push(JSON.stringify(input))
    return firstWords().run(input, context)
  })
  return { seen, effects: { summarize } satisfies Effects }
}

/** Has a chat of questions and answers, compiled as `compilerOf` says, and returns each request as text. */
export async function chatWith(
  compilerOf: (turn: number) => Compiler,
  {
    turns = 40,
    edit,
  }: { readonly turns?: number; readonly edit?: (messages: object[], turn: number) => void } = {},
) {
  const messages: object[] = []
  const requests: string[] = []
  const codes: string[] = []
  for (let turn = 0; turn < turns; turn++) {
    messages.push({ role: 'user', content: asked(turn) })
    const compiler = compilerOf(turn)
    const result = await compiler.compile(fromOpenAI(messages, { author: 'helper' }), { id: 'chat' })
    await compiler.resolveWants(result)
    requests.push(JSON.stringify(result.request))
    codes.push(...result.diagnostics.map(({ code }) => code))
    messages.push({ role: 'assistant', content: answered(turn) })
    edit?.(messages, turn)
  }
  return { requests, codes }
}

export const readOnly = ({ get }: ConversationStorage): ConversationStorage => ({ get, set: () => {} })

export const all = C.all().summarize({ segment: 150 })
