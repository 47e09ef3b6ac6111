import type { Tool } from '../agent/agent.ts'
import { type ExpandTool, expandTool, type HandleSource } from '../agent/expand-tool.ts'
import type { Reveal } from '../agent/reveal.ts'
import { AgentCompiler } from '../compile/agent-compiler.ts'
import type { AgentLens } from '../compile/agent-lens.ts'
import type { Compiled } from '../compile/contract/result.ts'
import { type OptionsForm, readOptions } from '../form/options.ts'
import { Path } from '../form/path.ts'
import { nonEmptyText } from '../form/quantities.ts'
import { isObject } from '../ir/json.ts'
import type { Plan } from '../ir/plan.ts'
import type { Protection } from '../ir/protection.ts'
import type { Program } from '../program/program.ts'
import { readProgram } from '../program/read-program.ts'
import { dropOldest } from '../text/list.ts'
import { handlesWithin } from './handles-within.ts'
import { shownDigest } from './shown-digest.ts'

/** Call of a tool in a model's answer. */
interface AnswerCall {
  readonly id: string
  readonly name: string
  /** Object of the call, if the framework gives it to the call's tool. */
  readonly item?: object
}

/** Data about a call that a framework passes to its tool. */
interface CallPlace {
  readonly id?: unknown
  /** Messages that the model answered with the call. */
  readonly messages?: readonly object[] | undefined
  /** Reads the conversation before the call, for frameworks whose ids of calls may be those of another conversation. */
  readonly before?: (() => Program) | undefined
  /** Object that identifies the run. */
  readonly run?: unknown
}

/** Real values of the placeholders in a call. */
export type CallValues = NonNullable<ReturnType<AgentLens['call']>>

/** Request that a model answered with calls. */
export class AnsweredRequest {
  /** Compiled result, to which handles in the calls refer; null if the request was not compiled. */
  readonly handles: HandleSource | null
  /** Real values of the placeholders that the model was shown; null if nothing is protected. */
  readonly values: CallValues | null
  private readonly session: AgentLens['session']
  private digest: string | null = null

  constructor(handles: HandleSource | null, lens: AgentLens) {
    this.handles = handles
    this.session = lens.session
    // The lens is continued by later calls, so the values are limited to those that this request shows.
    this.values = lens.call(lens.length)
  }

  /** Digest of the content that the model was shown. It contains no protected values. */
  get shown(): string {
    this.digest ??= shownDigest(this.session)
    return this.digest
  }
}

/** Maximum number of calls whose requests are kept, of requests for one id of a call, and of forgotten ids. */
const mostCalls = 200
const mostWithOneId = 10
const mostForgotten = 10_000

/** Answered calls of each context compiler of an adapter, by the object that the app gives to its framework. */
const known = new WeakMap<object, AnsweredCalls>()

/** Options of an adapter's expand tool. */
export interface AdapterExpandOptions {
  /** Name of the tool that the model sees; `expand` if omitted. Give the tool to the framework under this name. */
  readonly name?: string
}

const form: OptionsForm<AdapterExpandOptions> = { takes: { name: nonEmptyText }, such: '{ name }' }

/**
 * Calls that models made of the expand tool, and of tools that get real values, each with the request that the model
 * answered. Only this request knows what the handles and the placeholders in the call refer to.
 */
export class AnsweredCalls {
  /** Protections of the requests. */
  readonly protect: readonly Protection[]
  private tool: ExpandTool | null = null
  /** Arguments in which tools get real values, by the name of the tool. */
  private readonly revealed = new Map<string, readonly Reveal[]>()
  /** Requests by the id of a call; several if models of several conversations gave their calls the same id. */
  private readonly requests = new Map<string, readonly AnsweredRequest[]>()
  /** Requests by the object of a call. */
  private readonly items = new WeakMap<object, AnsweredRequest>()
  /** Ids of calls whose requests are not kept any more: a new call with such an id may be taken for one of them. */
  private readonly forgotten = new Set<string>()
  /** Compiled results by the last message that was sent, for frameworks that pass a tool the messages of its call. */
  private readonly sent = new WeakMap<object, HandleSource>()
  /** Newest compiled results by the object that identifies a run; null if several conversations share the object. */
  private readonly runs = new WeakMap<object, Compiled | null>()

  constructor(protect: readonly Protection[] = []) {
    this.protect = protect
  }

  /** Connects the calls with the object that the app gives to its framework. */
  attachTo(compiler: object): void {
    known.set(compiler, this)
  }

  /** Returns the calls of an object that the app gives to its framework. Throws a TypeError if it has none. */
  static attachedTo(context: unknown, of: string, help: string): AnsweredCalls {
    const calls =
      typeof context === 'object' || typeof context === 'function' ? known.get(context as object) : undefined
    if (calls === undefined) throw Path.options(of).wrong('has no context', { help })
    return calls
  }

  /**
   * Returns the calls of a context compiler, and its expand tool, which is made if there is none yet. Throws a
   * TypeError if the object is no context compiler of this adapter.
   */
  static ofExpandTool(
    compiler: unknown,
    options: AdapterExpandOptions,
  ): readonly [calls: AnsweredCalls, tool: ExpandTool] {
    const { name } = readOptions(form, options, 'expandTool')
    const calls = AnsweredCalls.attachedTo(
      compiler,
      'expandTool',
      'give it what contextCompiler of the same module returned',
    )
    calls.tool ??= expandTool(name === undefined ? {} : { name })
    if (name !== undefined && name !== calls.tool.name)
      throw Path.options('expandTool').in('name').wrong(`is not '${calls.tool.name}'`, {
        help: 'one context compiler has one expand tool: use the first name, or another compiler',
      })
    return [calls, calls.tool]
  }

  /** Adds a tool that gets real values in some of its arguments. */
  addRevealed(name: string, reveal: readonly Reveal[]): void {
    this.revealed.set(name, reveal)
  }

  /** Whether a tool gets real values. */
  reveals(name: string): boolean {
    return this.revealed.has(name)
  }

  /** Returns declared tools with the expand tool, and the tools that get real values, marked as such. */
  mark(tools: readonly Tool[]): readonly Tool[] {
    return tools.map(each => {
      if (!('name' in each)) return each
      const reveal = this.revealed.get(each.name)
      const isExpand = each.name === this.tool?.name
      return isExpand || reveal !== undefined
        ? { ...each, ...(isExpand && { expands: true }), ...(reveal && { reveal }) }
        : each
    })
  }

  /** Returns the tools of an app, by name, with the expand tool, if the app has made it. */
  withTool(
    tools: Readonly<Record<string, object>> | undefined,
  ): Readonly<Record<string, object>> | undefined {
    const { tool } = this
    if (tool === null) return tools
    const { name, description, parameters } = tool
    return { [name]: { description, inputSchema: { jsonSchema: parameters } }, ...tools }
  }

  /** Keeps the request that a model answered with calls. The oldest are forgotten. */
  keep(calls: readonly AnswerCall[], request: AnsweredRequest): void {
    for (const { id, name, item } of calls) {
      if (name !== this.tool?.name && !this.revealed.has(name)) continue
      // Some servers number the calls of each conversation, so that an id does not tell whose call it is.
      const others = (this.requests.get(id) ?? []).filter(each => each !== request)
      if (item !== undefined) this.items.set(item, request)
      this.requests.delete(id)
      this.requests.set(id, [...others, request].slice(-mostWithOneId))
    }
    dropOldest(this.requests, mostCalls, id => this.forgotten.add(id))
    dropOldest(this.forgotten, mostForgotten)
  }

  /** Keeps the compiled result whose messages are sent. */
  keepSent(messages: readonly object[], source: HandleSource): void {
    const last = messages.at(-1)
    if (last !== undefined) this.sent.set(last, source)
  }

  /**
   * Keeps the newest compiled result of a run. `before` is the plan from which the compile went on: if it is not the
   * plan of the run's last result, the runs of several conversations share the object, and none of them gets an answer.
   */
  keepRun(run: unknown, compiled: Compiled, before: Plan | null): void {
    if (!isObject(run)) return
    const last = this.runs.get(run)
    this.runs.set(run, last === undefined || (last !== null && last.plan === before) ? compiled : null)
  }

  /** Returns the answer to a call of the expand tool. Never throws, whatever the model wrote. */
  answer(input: unknown, { id, messages = [], run, before }: CallPlace): string {
    const last = messages.findLast(message => this.sent.has(message))
    const handles =
      (before && this.handlesOf(id, before)) ||
      (last && this.sent.get(last)) ||
      (isObject(run) && this.runs.get(run)) ||
      null
    return (this.tool as ExpandTool).execute(input, { handles })
  }

  /**
   * Returns the handles of the requests that a model may have answered with a call of this id, limited to the
   * conversation before the call; null if no request is known.
   */
  private handlesOf(id: unknown, before: () => Program): HandleSource | null {
    const requests = this.requestsOf(id).filter(({ handles }) => handles !== null)
    if (requests.length === 0) return null
    return handlesWithin(before, conversation => {
      const own = requests.length > 1 ? this.requestAgain(conversation).shown : null
      const same = requests.filter(({ shown }) => shown === own).slice(-1)
      return (same.length > 0 ? same : requests).map(({ handles }) => handles as HandleSource)
    })
  }

  /** Returns the request for the next answer in a conversation, made again from its messages. */
  requestAgain(conversation: Program): AnsweredRequest {
    const { agent, session } = conversation
    const compiler = new AgentCompiler(readProgram(conversation), { protect: this.protect })
    return new AnsweredRequest(null, compiler.agentLensOf(agent.name, session))
  }

  /** Returns the request that a model answered with the call in an object; null if it is not known. */
  requestOfItem(item: object): AnsweredRequest | null {
    return this.items.get(item) ?? null
  }

  /** Returns the only request that a model answered with a call of this id; null if it is not known for sure. */
  requestOf(id: unknown): AnsweredRequest | null {
    const [request = null, ...others] = this.requestsOf(id)
    return others.length > 0 || this.forgotten.has(id as string) ? null : request
  }

  /** Returns the requests that models answered with a call of this id. */
  requestsOf(id: unknown): readonly AnsweredRequest[] {
    return (typeof id === 'string' && this.requests.get(id)) || []
  }
}
