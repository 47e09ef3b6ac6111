import type { Expanded } from '../context/operation/compact/expand.ts'
import { surroundingsOf } from '../context/operation/compact/surroundings.ts'
import { check } from '../form/check.ts'
import { type OptionsForm, readOptions } from '../form/options.ts'
import { nonEmptyText } from '../form/quantities.ts'
import { readHandle } from '../ir/handle.ts'
import { isObject, type JsonObject } from '../ir/json.ts'
import { toJson } from '../text/json.ts'
import { formatNumber } from '../text/number.ts'
import type { ToolDefinition } from './tool.ts'

/**
 * Source of the content behind a handle, such as a compile result. A compile result only returns what its agent may
 * see.
 */
export interface HandleSource {
  /** Returns the content of a handle; must not throw, whatever the handle. */
  expand(handle: string): Expanded
}

/** Options of `expandTool`. */
export interface ExpandToolOptions<Name extends string = string> {
  /**
   * Returns the newest result of compiling the agent; null or undefined before the first compile. It is called at each
   * tool call. Omit this option for agents that a runner of `ctxc/run` runs, because the runner has the result.
   */
  readonly compiled?: () => HandleSource | null | undefined
  /** Name of the tool that the model sees; `expand` if omitted. */
  readonly name?: Name
}

const form: OptionsForm<ExpandToolOptions> = {
  takes: {
    compiled: check(
      'a function that returns the newest result of compile',
      value => typeof value === 'function',
    ),
    name: nonEmptyText,
  },
  such: '{ compiled, name }',
}

/** Tool that returns the full text behind a handle. */
export interface ExpandTool<Name extends string = string>
  extends ToolDefinition<JsonObject, string, Name, never, never> {
  /** Marks the tool as an expand tool, independent of its name. */
  readonly expands: true
  /** Returns the whole text, or a sentence that explains why there is none. */
  execute(input: unknown, context?: unknown): string
}

const parameters = {
  type: 'object',
  properties: {
    handle: {
      type: 'string',
      description: "The handle as it stands at the end of the short text, like '12.0'.",
    },
    find: {
      type: 'string',
      description:
        'Words to look for in the text, such as a name or a number. Then only the parts around them are returned. Leave it out for the whole text.',
    },
  },
  required: ['handle'],
  additionalProperties: false,
} as const

/**
 * Makes a tool with which a model restores, letter for letter, the text that `.compact({ expand: 'tool' })` or
 * `.compact({ at: 'arrival' })` compacted. With the optional parameter `find`, the model reads only the parts of the
 * text around some words: up to four places, with 500 characters before and after each. Add it to the agent's tools:
 * compacted texts then explain how to call it, and `check` reports an agent that lacks the tool (CX1027).
 *
 * The tool looks up handles in the newest compiled result, which knows the session and the agent's view of it. Content
 * of other agents, and content hidden from this agent, is not returned. A model may pass any handle, so the tool never
 * throws: it returns the text, or a sentence that begins with "Nothing to expand" and advises the model.
 *
 * Throws a TypeError if `options.compiled` is given and not a function.
 *
 * @example
 * import { agent, C, type Compiled, compile, createSession, expandTool } from 'ctxc'
 *
 * let result: Compiled | undefined
 * const helper = agent({
 *   name: 'helper',
 *   model: 'gpt-5.4',
 *   context: C.all().compact({ olderThan: 1, expand: 'tool' }),
 *   tools: [expandTool({ compiled: () => result })],
 * })
 * result = await compile(helper, createSession({ events: [{ author: 'user', text: 'Hello' }] }))
 * console.log(helper.executors?.get('expand')?.({ handle: '0.0' })) // Hello
 */
export function expandTool<const Name extends string = 'expand'>(
  options: ExpandToolOptions<Name> = {},
): ExpandTool<Name> {
  const { compiled, name = 'expand' as Name } = readOptions(
    form as OptionsForm<ExpandToolOptions<Name>>,
    options,
    'expandTool',
  )
  return {
    name,
    description: 'Gives the whole text of a result that is shown shortened, by its handle.',
    parameters,
    expands: true,
    execute: (input, context) =>
      expandedAnswer(compiled ? compiled() : runnerHandleSource(context), isObject(input) ? input : {}),
  }
}

/** Returns the source of handles that a runner passes to the tool in its context. */
const runnerHandleSource = (context: unknown): HandleSource | null =>
  isObject(context) && isObject(context.handles) ? (context.handles as unknown as HandleSource) : null

const explainRefusal = (why: string): string => `Nothing to expand: ${why}.`

function expandedAnswer(
  source: HandleSource | null | undefined,
  { handle: given, find }: { readonly handle?: unknown; readonly find?: unknown },
): string {
  const whole = (text: string): string =>
    partOf(text, typeof find === 'string' ? find.replace(/(^|\s)\^/g, '$1').trim() : '')
  // Text from outside may have the mark `^` before each word. A handle in such a text then has the mark too.
  const handle = typeof given === 'string' ? given.trim().replace(/^\^/, '') : ''
  if (readHandle(handle) === null)
    return explainRefusal("give the handle as it stands at the end of a shortened text, like '12.0'")
  const found = source?.expand(handle)
  if (found === undefined) return explainRefusal('nothing was shown yet')
  if (!found.ok) return explainRefusal(`${found.message}; use one that stands at the end of a shortened text`)
  if (found.text !== undefined) return whole(found.text)
  const [only] = found.content
  if (found.content.length === 1 && only?.kind === 'data') return whole(toJson(only.value))
  const texts = found.content.flatMap(({ kind }, index) =>
    kind === 'text' || kind === 'data' ? [`${handle}.${index}`] : [],
  )
  return explainRefusal(
    found.content.length > 1 && texts.length > 0
      ? `there are several contents; ask for one of them by ${texts.join(', ')}`
      : 'that is no text',
  )
}

/** Returns the parts of a text around the words that the model looks for; the whole text if it looks for none. */
const partOf = (text: string, words: string): string =>
  words === ''
    ? text
    : (surroundingsOf(text, words) ??
      `None of the ${formatNumber(text.length)} characters of that text have these words: ask for other words, or leave out find to read the whole text.`)
