import type { Tool } from '../agent/agent.ts'
import { type ExpandTool, expandTool, type HandleSource } from '../agent/expand-tool.ts'
import type { Compiled } from '../compile/contract/result.ts'
import { type OptionsForm, readOptions } from '../form/options.ts'
import { Path } from '../form/path.ts'
import { nonEmptyText } from '../form/quantities.ts'
import { isObject } from '../ir/json.ts'
import type { Plan } from '../ir/plan.ts'

/** Call of a tool in a model's answer. */
interface AnswerCall {
  readonly id: string
  readonly name: string
}

/** Data about a call that a framework passes to its tool. */
interface CallPlace {
  readonly id?: unknown
  /** Messages that the model answered with the call. */
  readonly messages?: readonly object[] | undefined
  /** Object that identifies the run. */
  readonly run?: unknown
}

/** Maximum number of calls whose compiled results are kept. */
const mostCalls = 200

/** Expand tools of each context compiler of an adapter, by the object that the app gives to its framework. */
const known = new WeakMap<object, ExpandCalls>()

/** Options of an adapter's expand tool. */
export interface AdapterExpandOptions {
  /** Name of the tool that the model sees; `expand` if omitted. Give the tool to the framework under this name. */
  readonly name?: string
}

const form: OptionsForm<AdapterExpandOptions> = { takes: { name: nonEmptyText }, such: '{ name }' }

/**
 * Calls of the expand tool that models made, each with the compiled result to which the model answered. Only this
 * result knows what the handles in the call refer to.
 */
export class ExpandCalls {
  private tool: ExpandTool | null = null
  /** Compiled results by the id of a call; null if models of several conversations gave their calls the same id. */
  private readonly sources = new Map<string, HandleSource | null>()
  /** Compiled results by the last message that was sent, for frameworks that pass a tool the messages of its call. */
  private readonly sent = new WeakMap<object, HandleSource>()
  /** Newest compiled results by the object that identifies a run; null if several conversations share the object. */
  private readonly runs = new WeakMap<object, Compiled | null>()

  /** Connects the calls with the object that the app gives to its framework. */
  attachTo(compiler: object): void {
    known.set(compiler, this)
  }

  /**
   * Returns the calls of a context compiler, and its expand tool, which is made if there is none yet. Throws a
   * TypeError if the object is no context compiler of this adapter.
   */
  static of(
    compiler: unknown,
    options: AdapterExpandOptions,
  ): readonly [calls: ExpandCalls, tool: ExpandTool] {
    const { name } = readOptions(form, options, 'expandTool')
    const calls =
      typeof compiler === 'object' || typeof compiler === 'function'
        ? known.get(compiler as object)
        : undefined
    if (calls === undefined)
      throw Path.options('expandTool').wrong('has no context compiler', {
        help: 'give it what contextCompiler of the same module returned',
      })
    calls.tool ??= expandTool(name === undefined ? {} : { name })
    if (name !== undefined && name !== calls.tool.name)
      throw Path.options('expandTool').in('name').wrong(`is not '${calls.tool.name}'`, {
        help: 'one context compiler has one expand tool: use the first name, or another compiler',
      })
    return [calls, calls.tool]
  }

  /** Returns declared tools with the expand tool marked as such. */
  mark(tools: readonly Tool[]): readonly Tool[] {
    const { tool } = this
    if (tool === null) return tools
    return tools.map(each => ('name' in each && each.name === tool.name ? { ...each, expands: true } : each))
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

  /** Keeps the compiled result to which a model answered with calls. The oldest are forgotten. */
  keep(calls: readonly AnswerCall[], source: HandleSource): void {
    for (const { id, name } of calls) {
      if (name !== this.tool?.name) continue
      const known = this.sources.get(id)
      // Some servers number the calls of each conversation, so that an id does not tell whose call it is.
      this.sources.delete(id)
      this.sources.set(id, known === undefined || known === source ? source : null)
    }
    for (const oldest of this.sources.keys()) {
      if (this.sources.size <= mostCalls) break
      this.sources.delete(oldest)
    }
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

  /** Returns the answer to a call. Never throws, whatever the model wrote. */
  answer(input: unknown, { id, messages = [], run }: CallPlace): string {
    const last = messages.findLast(message => this.sent.has(message))
    const handles =
      (typeof id === 'string' && this.sources.get(id)) ||
      (last && this.sent.get(last)) ||
      (isObject(run) && this.runs.get(run)) ||
      null
    return (this.tool as ExpandTool).execute(input, { handles })
  }
}
