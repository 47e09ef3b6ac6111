import { runWithPlaceInErrors } from '../form/attempt.ts'
import { assertList } from '../form/check.ts'
import { describe } from '../form/describe.ts'
import { readForm } from '../form/form.ts'
import type { Path } from '../form/path.ts'
import { isObject } from '../ir/json.ts'
import type { NativeTool, Tool } from './agent.ts'
import type { Executor } from './executor.ts'
import { readAISDKTool } from './read-ai-sdk-tool.ts'
import { type ReadNested, type ReadTool, readFunctionTool, readMCPTool } from './read-function-tool.ts'
import { nativeToolForm } from './tool-forms.ts'
import type { ToolHandlers } from './tool-handlers.ts'
import type { ToolInputs } from './tool-input.ts'

/** Tools in the normal form, and the functions that run them. */
export interface DeclaredTools {
  readonly tools: readonly Tool[]
  /** Functions that run the tools, by the declared name of the tool. */
  readonly executors: ReadonlyMap<string, Executor>
  /** Other functions of the tools, by the declared name of the tool. */
  readonly handlers: ReadonlyMap<string, ToolHandlers>
}

/**
 * Reads declared tools in any accepted form. Throws a TypeError that names the path (`at`) if a tool is invalid, or if
 * two tools have the same name, because a call refers to its tool by name.
 */
export function readTools(inputs: ToolInputs, at: Path, readNested?: ReadNested): DeclaredTools {
  const readInputAt = (input: unknown, place: Path): ReadTool[] =>
    runWithPlaceInErrors(place, () => readInput(input, place, readNested))
  const found =
    Array.isArray(inputs) || at.isData
      ? at.readEach(assertList(inputs, at), readInputAt).flat()
      : readInputAt(inputs, at)
  const executors = new Map<string, Executor>()
  const handlers = new Map<string, ToolHandlers>()
  const named = new Set<string>()
  for (const { tool, execute, handlers: own } of found) {
    if (!('name' in tool)) continue
    if (named.has(tool.name))
      throw at.wrong(`must have tools of different names, got '${tool.name}' twice`, { help: renaming })
    named.add(tool.name)
    if (execute) executors.set(tool.name, execute)
    if (own) handlers.set(tool.name, own)
  }
  return { tools: found.map(({ tool }) => tool), executors, handlers }
}

const help =
  "give a tool with a name, a provider's own as { native }, an MCP list as { tools }, or AI SDK tools by name"
const renaming = 'rename one of them, or leave it out: a model could not say which one it calls'
const waited = 'await it, if a function gives it later'
const dataHelp = "give a tool with a name, or a provider's own as { native }"

function readInput(input: unknown, at: Path, readNested?: ReadNested): ReadTool[] {
  if (!isObject(input))
    throw at.wrong(`must be a tool, got ${describe(input)}`, { help: at.isData ? dataHelp : help })
  if ('native' in input && !isAISDKTool(input.native)) return [{ tool: readNative(input, at) }]
  // Tools of libraries and servers are never written as data, so data can only contain function tools here.
  if (at.isData) return [readFunctionTool(input, at, readNested)]
  if (Array.isArray(input.tools)) return readMCPToolList(input.tools, at.in('tools'))
  if (typeof input.name === 'string')
    return ['inputSchema' in input ? readMCPTool(input, at) : readFunctionTool(input, at, readNested)]
  // An object without a name must be a record of tools. A promise is rejected.
  if (!isRecord(input)) throw at.wrong(`must be a tool, got ${describe(input)}`, { help: waited })
  if (input.type === 'function' && isObject(input.function))
    throw at.wrong("is a tool in the format of OpenAI's Chat Completions", {
      help: 'give the content of its `function`: { name, description, parameters }',
    })
  if ('inputSchema' in input)
    throw at.wrong('is a tool of the AI SDK without a name', {
      help: 'give such tools by name, as in tools: [{ search: tool }]',
    })
  const entries = Object.entries(input)
  if (!entries.every(([, value]) => isAISDKTool(value)))
    throw at.wrong('must be a tool, got an object without a name', { help })
  return entries.map(([name, value]) => readAISDKTool(name, value as Record<string, unknown>, at.in(name)))
}

function readNative(input: object, at: Path): NativeTool {
  readForm(nativeToolForm, input, at)
  return input as NativeTool
}

const readMCPToolList = (list: readonly unknown[], at: Path): ReadTool[] =>
  at.readEach(list, (item, place) => {
    if (!isObject(item) || typeof item.name !== 'string') throw place.wrong('has no name')
    return readMCPTool(item, place)
  })

const isRecord = (input: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(input)
  return typeof input !== 'function' && (prototype === Object.prototype || prototype === null)
}

/**
 * Whether a value may be a tool in a record of AI SDK tools. A single tool has no such value in any of its fields, so
 * the record is not mistaken for a single tool.
 */
const isAISDKTool = (value: unknown): boolean =>
  isObject(value) && ('inputSchema' in value || 'parameters' in value || 'id' in value)
