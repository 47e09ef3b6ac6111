import {
  answerOf,
  C,
  compile,
  createCompiler,
  createSession,
  type EventInput,
  expandTool,
  type Part,
  restoreSession,
} from 'ctxc'
import { createConversationCompiler } from 'ctxc/compile'
import { fromAISDK } from 'ctxc/from/ai-sdk'
import { fromAnthropic } from 'ctxc/from/anthropic'
import { fromOpenAIResponses } from 'ctxc/from/openai-responses'
import { claudePrompt, claudeRequest } from './ai-sdk.ts'
import { agents, langChain } from './classes.ts'
import type { Item } from './vendor.ts'

/** Result of a compile, as far as the law looks at it. */
export interface Compiled {
  readonly request: object | null
  readonly reasoning: {
    readonly sent: number
    readonly lost: number
    readonly losses: readonly { readonly reason: string; readonly items: number }[]
  }
  readonly diagnostics: readonly { readonly code: string; readonly message: string }[]
}

/** Actions of an app between two calls of a model. */
export interface App {
  /** Whether each compile gets the plan of the compile before. */
  readonly isPlanned: boolean
  /** Compiles what there is. */
  readonly compile: () => Promise<Compiled>
  /** Takes an answer in the vendor's form, and the items that the list gets for it. */
  readonly answered: (body: Item, items: readonly Item[]) => void | Promise<void>
  readonly add: (items: readonly Item[]) => void
}

/** Options of an app. */
export interface Options {
  readonly model: string
  readonly budget?: number
  /** Text of the system that the app always sends. */
  readonly system: string
  /** Handlers of effects, for frameworks that take some. */
  readonly effects?: object
}

const claudeTools = [{ name: 'look', input_schema: { type: 'object' } }]
const gptTools = [
  { type: 'function', name: 'look', parameters: { type: 'object', properties: {} }, strict: false },
]

/** Reads a list of the vendor's items with the settings that the app always sends. */
function read({ model, system }: Options, list: readonly Item[]) {
  return model.startsWith('claude')
    ? fromAnthropic({ model, max_tokens: 500, system, tools: claudeTools, messages: list } as never)
    : fromOpenAIResponses({
        model,
        store: false,
        instructions: system,
        tools: gptTools,
        input: list,
      } as never)
}

/** A list that the app keeps and imports again for each call, without anything else. */
function list(options: Options): App {
  const { model, budget } = options
  const items: Item[] = []
  return {
    isPlanned: false,
    compile: () =>
      compile(read(options, items) as never, { model, ...(budget && { budget }) }) as Promise<Compiled>,
    answered(_, more) {
      items.push(...more)
    },
    add: more => items.push(...more),
  }
}

/** A list that a conversation compiler recognizes. */
function conversation(options: Options): App {
  const { model, budget } = options
  const items: Item[] = []
  const compiler = createConversationCompiler({ model, ...(budget && { budget }) })
  return {
    isPlanned: true,
    compile: () => compiler.compile(read(options, [...items]) as never) as unknown as Promise<Compiled>,
    answered(_, more) {
      items.push(...more)
    },
    add: more => items.push(...more),
  }
}

/** Policy by which results are short in the first request that shows them. */
const arrival = C.all().dedupe('exact').compact({ at: 'arrival', over: 100, keep: 200, names: 60 })

/**
 * A session with the plan of the compile before; `resumes`: both are stored and read again between two calls; `shortens`:
 * results are compacted when they arrive.
 */
function session({ model, budget, system }: Options, resumes: boolean, shortens = false): App {
  const look = { name: 'look', parameters: { type: 'object' } }
  const agent = {
    ...{ name: 'agent', model, instruction: system, tools: shortens ? [look, expandTool()] : [look] },
    ...(shortens && { context: arrival }),
  } as never
  const options = { model, ...(budget && { budget }) }
  let compiler = createCompiler(agent, options)
  let log = createSession()
  let plan: unknown = null
  let last: unknown = null
  return {
    isPlanned: true,
    async compile() {
      const result = await compiler.compile(log, { plan: plan as never })
      plan = result.plan
      last = result
      if (resumes) {
        log = restoreSession(JSON.parse(JSON.stringify(log)))
        plan = JSON.parse(JSON.stringify(plan))
        compiler = createCompiler(agent, options)
      }
      return result as unknown as Compiled
    },
    answered(body) {
      log = log.append(...answerOf(last as never, body as never))
    },
    add(items) {
      log = log.append(...items.flatMap(eventsOf))
    },
  }
}

/** Returns the events of a user's item. */
function eventsOf({ content, call_id: id, output }: Item): EventInput[] {
  const result = (of: unknown, text: unknown): Part => ({
    kind: 'tool-result',
    id: String(of),
    content: [{ kind: 'text', text: String(text) }],
  })
  if (id !== undefined) return [{ author: 'tool', parts: [result(id, output)] }]
  if (typeof content === 'string') return [{ author: 'user', parts: [{ kind: 'text', text: content }] }]
  const blocks = content as readonly Item[]
  return [{ author: 'tool', parts: blocks.map(block => result(block.tool_use_id, block.content)) }]
}

/** Messages of the AI SDK, for Claude: the request is written in the form of the API, as its converter does. */
function aiSdk({ model, budget, system }: Options): App {
  const items: Item[] = []
  const id = `anthropic.messages/${model}`
  const tools = { look: { inputSchema: { jsonSchema: { type: 'object' } } } }
  const compiler = createConversationCompiler({ model: id, target: 'ai-sdk', ...(budget && { budget }) })
  return {
    isPlanned: true,
    async compile() {
      const prompt = { system, tools, messages: claudePrompt(items) }
      const result = await compiler.compile(fromAISDK(prompt as never, { model: id }) as never)
      const { request, reasoning, diagnostics } = result as unknown as Compiled
      return { reasoning, diagnostics, request: request && claudeRequest(model, request) }
    },
    answered(_, more) {
      items.push(...more)
    },
    add: more => items.push(...more),
  }
}

/** Ways in which an app may keep a conversation. */
export const ways: Readonly<Record<string, (options: Options) => App>> = {
  list,
  conversation,
  session: options => session(options, false),
  resumed: options => session(options, true),
  'first sight': options => session(options, true, true),
  'ai-sdk': options => (options.model.startsWith('claude') ? aiSdk(options) : list(options)),
  langchain: langChain,
  agents: options => (options.model.startsWith('claude') ? list(options) : agents(options)),
}
