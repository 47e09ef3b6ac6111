import { isObject } from '../ir/json.ts'
import type { NativeTool, Tool } from './agent.ts'
import { attempt } from './attempt.ts'
import type { Executor } from './executor.ts'
import { readAISDKTool } from './read-ai-sdk-tool.ts'
import { readFunctionTool, readMCPTool } from './read-function-tool.ts'
import type { ReadTool } from './read-tool.ts'
import type { ToolInputs } from './tool-input.ts'

/** Declared tools as every target takes them, and what runs them. */
export interface DeclaredTools {
  readonly tools: readonly Tool[]
  /** By declared name; of two tools of one name the first, as in a request. */
  readonly executors: ReadonlyMap<string, Executor>
}

/** Reads declared tools in whatever form they are. Throws a TypeError that names the place (`at`) for what is none. */
export function readTools(inputs: ToolInputs, at: string): DeclaredTools {
  const found = Array.isArray(inputs)
    ? inputs.flatMap((input: unknown, index) => read(input, `${at}[${index}]`))
    : read(inputs, at)
  const executors = new Map<string, Executor>()
  const named = new Set<string>()
  for (const { tool, execute } of found) {
    if (!('name' in tool) || named.has(tool.name)) continue
    named.add(tool.name)
    if (execute) executors.set(tool.name, execute)
  }
  return { tools: found.map(({ tool }) => tool), executors }
}

const help =
  "give a tool with a name, a provider's own as { native }, an MCP list as { tools }, or AI SDK tools by name"

const read = (input: unknown, at: string): ReadTool[] => attempt(at, () => readInput(input, at))

function readInput(input: unknown, at: string): ReadTool[] {
  if (!isObject(input)) throw new TypeError(`${at} is no tool: ${help}`)
  if (isNativeTool(input)) return [{ tool: input }]
  if (Array.isArray(input.tools)) return readList(input.tools, `${at}.tools`)
  if (typeof input.name === 'string')
    return ['inputSchema' in input ? readMCPTool(input, at) : readFunctionTool(input, at)]
  // Without a name it is a record of tools, or none at all.
  const entries = Object.entries(input)
  if (!entries.every(([, value]) => isAISDKTool(value)))
    throw new TypeError(`${at} has no name, and is no record of tools either: ${help}`)
  return entries.map(([name, value]) =>
    readAISDKTool(name, value as Record<string, unknown>, `${at}.${name}`),
  )
}

const readList = (list: readonly unknown[], at: string): ReadTool[] =>
  list.map((item, index) => {
    const place = `${at}[${index}]`
    if (!isObject(item) || typeof item.name !== 'string') throw new TypeError(`${place} has no name`)
    return readMCPTool(item, place)
  })

/** Whether a value may be a tool of a record: a tool by itself, without a name, has none within. */
const isAISDKTool = (value: unknown): boolean =>
  isObject(value) && ('inputSchema' in value || 'parameters' in value || 'id' in value)

function isNativeTool(input: object): input is NativeTool {
  const { native } = input as { native?: unknown }
  return isObject(native) && typeof native.format === 'string' && isObject(native.payload)
}
