import { type BaseMessage, HumanMessage } from '@langchain/core/messages'
import { type AgentMiddleware, createAgent } from 'langchain'
import type { Body } from '../bodies.ts'
import { play, serve } from '../wire/play.ts'
import type { Wire } from '../wire/script.ts'
import type { Host } from './hosts.ts'
import { type Scenario, usualTools } from './scenario.ts'

/** A program: an app, the class that it calls, and how. */
export interface Program {
  readonly host: Host
  readonly scenario: Scenario
  readonly mode: 'invoke' | 'stream'
}

export const nameOf = ({ host, scenario, mode }: Program): string =>
  `${host.name} · ${scenario.name} · ${mode}`

/** Requests of a program, and the state at its end. */
export interface Run {
  readonly bodies: readonly Body[]
  readonly messages: readonly BaseMessage[]
  readonly error: string | null
}

/** Runs a program, with middleware beside its own. */
export async function drive({ host, scenario, mode }: Program, beside: AgentMiddleware[] = []): Promise<Run> {
  const wire = answering(host.wire)
  const server = host.api === 'gemini' ? await serve(scenario.script, wire) : undefined
  const { sent, fetch } = server ? { ...server, fetch: globalThis.fetch } : play(scenario.script, wire)
  const agent = createAgent({
    model: host.create({ fetch, url: server?.url ?? '' }),
    tools: [...(scenario.tools ?? usualTools)] as never,
    ...(scenario.systemPrompt !== undefined && { systemPrompt: scenario.systemPrompt }),
    ...(scenario.responseFormat && { responseFormat: scenario.responseFormat() as never }),
    middleware: [...(scenario.middleware?.() ?? []), ...beside],
  })
  let messages: BaseMessage[] = []
  let error: string | null = null
  try {
    const first = scenario.input ?? [new HumanMessage('Weather in Paris?')]
    for (const input of [first, ...(scenario.turns ?? []).map(turn => [new HumanMessage(turn)])]) {
      messages = await once(agent, [...messages, ...input], mode)
      messages = scenario.between?.(messages) ?? messages
    }
  } catch (reason) {
    error = String((reason as Error).message)
  }
  await server?.close()
  return { bodies: sent.map(({ body }) => body), messages, error }
}

/** A wire on which `extract` is called by the name that LangChain gave that tool in the request. */
const answering =
  (wire: Wire): Wire =>
  (answer, at, sent) => {
    const name = /"(extract-\d+)"/.exec(JSON.stringify(sent.body))?.[1] ?? 'extract'
    const named = answer.map(said =>
      'call' in said && said.call === 'extract' ? { ...said, call: name } : said,
    )
    return wire(named, at, sent)
  }

type Agent = ReturnType<typeof createAgent>

async function once(agent: Agent, messages: BaseMessage[], mode: Program['mode']): Promise<BaseMessage[]> {
  if (mode === 'invoke') return (await agent.invoke({ messages }, { recursionLimit: 200 })).messages
  let last = messages
  const streamMode = ['values', 'messages'] as ['values', 'messages']
  for await (const [kind, value] of await agent.stream({ messages }, { streamMode, recursionLimit: 200 }))
    if (kind === 'values') last = (value as unknown as { messages: BaseMessage[] }).messages
  return last
}
