import { ChatAnthropic } from '@langchain/anthropic'
import {
  type AIMessage,
  type BaseMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { ChatOpenAI } from '@langchain/openai'
import { type AgentInputItem, type ModelRequest, withTrace } from '@openai/agents-core'
import { OpenAIResponsesModel } from '@openai/agents-openai'
import { contextCompiler as middleware } from 'ctxc/langchain'
import { contextCompiler as agentsFilter } from 'ctxc/openai-agents'
import OpenAI from 'openai'
import type { Item } from './vendor.ts'
import type { App, Compiled, Options } from './ways.ts'

/** Call of a framework's own class: it is under way from the request to the answer. */
interface Call {
  readonly fetch: typeof globalThis.fetch
  /** Starts a call; settles with the body that the class sends. */
  readonly start: (call: () => Promise<unknown>) => Promise<object>
  /** Gives the class its answer; settles with what the framework makes of it. */
  readonly end: (body: Item) => Promise<unknown>
}

function callOfClass(): Call {
  let answer: (response: Response) => void = () => {}
  let seen: (body: object) => void = () => {}
  let made: Promise<unknown> = Promise.resolve()
  return {
    fetch: (_, init) => {
      seen(JSON.parse(String(init?.body)))
      return new Promise(resolve => {
        answer = resolve
      })
    },
    start: call =>
      new Promise((resolve, reject) => {
        seen = resolve
        made = call()
        made.catch(reject)
      }),
    end(body) {
      answer(Response.json(body))
      return made
    },
  }
}

const parameters = { type: 'object' as const, properties: {} }

/** Returns an app whose framework writes the requests itself; `next` calls the model with the last compiled request. */
function framework(
  call: Call,
  next: () => Promise<unknown>,
  { last, answered, add }: Pick<App, 'add'> & { last: () => Compiled; answered: (made: unknown) => void },
): App {
  return {
    isPlanned: true,
    async compile() {
      try {
        const request = await call.start(next)
        return { ...last(), request }
      } catch (error) {
        if (last().request === null) return last()
        throw error
      }
    },
    answered: async body => answered(await call.end(body)),
    add,
  }
}

/** LangChain's agents: the middleware compiles, LangChain's class of the vendor writes the request and reads the answer. */
export function langChain({ model: id, budget, system, effects }: Options): App {
  const messages: BaseMessage[] = []
  const call = callOfClass()
  const { fetch } = call
  const key = { model: id, apiKey: 'none', maxRetries: 0 }
  const model = id.startsWith('claude')
    ? new ChatAnthropic({ ...key, maxTokens: 500, clientOptions: { fetch } })
    : new ChatOpenAI({ ...key, useResponsesApi: true, zdrEnabled: true, configuration: { fetch } })
  let compiled: unknown
  const { wrapModelCall } = middleware({
    ...(budget && { budget }),
    ...(effects && { effects }),
    onCompiled: result => {
      compiled = result
    },
  })
  const request = {
    model,
    systemMessage: new SystemMessage(system),
    tools: [tool(() => '', { name: 'look', schema: parameters })],
    modelSettings: {},
    state: {},
    runtime: {},
  }
  const next = async () =>
    wrapModelCall?.(
      { ...request, messages: [...messages] } as never,
      (async ({
        model: asked,
        systemMessage,
        messages: sent,
        tools,
      }: typeof request & { messages: BaseMessage[] }) =>
        asked.bindTools(tools as never).invoke([systemMessage, ...sent])) as never,
    )
  return framework(call, next, {
    last: () => compiled as Compiled,
    answered: made => messages.push(made as AIMessage),
    add: items => messages.push(...items.flatMap(messagesOf)),
  })
}

function messagesOf({ content, call_id: id, output }: Item): BaseMessage[] {
  const result = (of: unknown, text: unknown) =>
    new ToolMessage({ tool_call_id: String(of), content: String(text), name: 'look' })
  if (id !== undefined) return [result(id, output)]
  if (typeof content === 'string') return [new HumanMessage(content)]
  return (content as readonly Item[]).map(block => result(block.tool_use_id, block.content))
}

/** OpenAI's Agents SDK: the filter compiles, the SDK's class writes the request and reads the answer. */
export function agents({ model: id, budget, system }: Options): App {
  const input: AgentInputItem[] = []
  const call = callOfClass()
  const client = new OpenAI({ apiKey: 'none', maxRetries: 0, fetch: call.fetch })
  const model = new OpenAIResponsesModel(client as never, id)
  let compiled: unknown
  const filter = agentsFilter({
    ...(budget && { budget }),
    onCompiled: result => {
      compiled = result
    },
  })
  const look = { type: 'function', name: 'look', description: '', parameters, strict: false } as const
  const agent = { name: 'agent', model, tools: [look], outputType: 'text' }
  const next = async () => {
    const modelData = { input: [...input], instructions: system }
    const { input: sent, instructions } = await filter({ modelData, agent, context: undefined } as never)
    const request = {
      input: sent,
      ...(instructions !== undefined && { systemInstructions: instructions }),
      modelSettings: { store: false, providerData: { include: ['reasoning.encrypted_content'] } },
      tools: [look],
      outputType: 'text',
      handoffs: [],
      tracing: false,
    } as unknown as ModelRequest
    // The class answers within a trace only, even if nothing is traced.
    return withTrace('alive', () => model.getResponse(request))
  }
  return framework(call, next, {
    last: () => compiled as Compiled,
    answered: made => input.push(...(made as { output: AgentInputItem[] }).output),
    add: items => input.push(...items.map(itemOf)),
  })
}

const itemOf = ({ role, content, call_id: callId, output }: Item): AgentInputItem =>
  (role === 'user'
    ? { type: 'message', role, content }
    : { type: 'function_call_result', name: 'look', callId, status: 'completed', output }) as AgentInputItem
