// Programs in which a person or an app looks over what the model called.
import { type BaseMessage, HumanMessage } from '@langchain/core/messages'
import { Command, MemorySaver } from '@langchain/langgraph'
import { type AgentMiddleware, createAgent, humanInTheLoopMiddleware } from 'langchain'
import type { Body } from '../bodies.ts'
import { play, serve } from '../wire/play.ts'
import type { Answer } from '../wire/script.ts'
import type { Host } from './hosts.ts'
import { usualTools } from './scenario.ts'

/** Decision of a person about one call. */
type Decision =
  | { readonly type: 'approve' }
  | { readonly type: 'reject'; readonly message: string }
  | { readonly type: 'edit'; readonly editedAction: { readonly name: string; readonly args: object } }

const look = (id: string): Answer[number] => ({ call: 'weather', id, input: { city: id } })
const edited: Decision = { type: 'edit', editedAction: { name: 'weather', args: { city: 'Rome' } } }
const rejected: Decision = { type: 'reject', message: 'Not there.' }

/** A program that waits for a person after the first answer. */
export interface Review {
  readonly name: string
  readonly script: readonly Answer[]
  readonly decisions: readonly Decision[]
}

const thought: Answer[number] = { thought: 'Paris.' }

export const reviews: readonly Review[] = [
  { name: 'approved', script: [[look('call_1')]], decisions: [{ type: 'approve' }] },
  {
    name: 'approved behind a thought',
    script: [[thought, look('call_1')]],
    decisions: [{ type: 'approve' }],
  },
  { name: 'edited', script: [[look('call_1')]], decisions: [edited] },
  { name: 'edited behind a thought', script: [[thought, look('call_1')]], decisions: [edited] },
  { name: 'rejected', script: [[look('call_1')]], decisions: [rejected] },
  {
    name: 'one of two rejected',
    script: [[look('call_1'), look('call_2')]],
    decisions: [{ type: 'approve' }, rejected],
  },
]

/** Runs a review to its end; what was sent. */
export async function reviewed(
  host: Host,
  { script, decisions }: Review,
  beside: AgentMiddleware[] = [],
): Promise<{
  readonly bodies: readonly Body[]
  readonly messages: readonly BaseMessage[]
  readonly error: string | null
}> {
  const server = host.api === 'gemini' ? await serve(script, host.wire) : undefined
  const { sent, fetch } = server ? { ...server, fetch: globalThis.fetch } : play(script, host.wire)
  const agent = createAgent({
    model: host.create({ fetch, url: server?.url ?? '' }),
    tools: [...usualTools] as never,
    checkpointer: new MemorySaver(),
    middleware: [humanInTheLoopMiddleware({ interruptOn: { weather: true } } as never), ...beside] as never,
  })
  const config: object = { configurable: { thread_id: '1' } }
  let messages: readonly BaseMessage[] = []
  let error: string | null = null
  try {
    await agent.invoke({ messages: [new HumanMessage('Weather?')] } as never, config as never)
    const state = await agent.invoke(new Command({ resume: { decisions } }) as never, config as never)
    messages = (state as unknown as { messages: BaseMessage[] }).messages
  } catch (reason) {
    error = String((reason as Error).message)
  }
  await server?.close()
  return { bodies: sent.map(({ body }) => body), messages, error }
}
