import type { FunctionTool } from '../../core/agent/agent.ts'
import { longestTimer } from '../../core/effect/timer.ts'
import { assertFunction, check } from '../../core/form/check.ts'
import { type OptionsForm, readOptions } from '../../core/form/options.ts'
import { Path } from '../../core/form/path.ts'
import { finiteMilliseconds, positiveCountCheck } from '../../core/form/quantities.ts'
import type { EventInput } from '../../core/ir/event.ts'
import { digest } from '../../core/text/digest.ts'
import { toJson } from '../../core/text/json.ts'
import { boundContent } from '../runner/tools/bound-result.ts'
import type { MayAsk } from '../runner/tools/question.ts'
import type { ToolContext } from '../runner/tools/tool-context.ts'
import { ToolError } from '../runner/tools/tool-error.ts'
import { callServer } from './call-server.ts'
import { Connection } from './connection.ts'
import type { ListedTool } from './declared-tool.ts'
import { listTools } from './list-tools.ts'
import type { McpClient } from './mcp-client.ts'
import { readProgress } from './read-progress.ts'
import { readMcpResult } from './read-result.ts'
import { ServerChanges } from './server-changes.ts'
import { type McpPrompt, type McpResource, ServerContext } from './server-context.ts'
import { nameTools } from './tool-names.ts'

/** Facts about a tool of a server, passed to `allow` and the other options before the tool is declared. */
export interface McpTool {
  /** Name under which the server knows the tool. */
  readonly name: string
  readonly description: string
  /**
   * Whether the server claims that the tool changes nothing. The server is an outsider, so never loosen a rule because
   * of this claim alone.
   */
  readonly isReadOnly: boolean
}

/** Options of `connectMcp`. */
export interface McpOptions {
  /** Name of the server, which becomes the prefix of its tools' names. */
  readonly name: string
  /** Returns a new, connected client. Called again when the connection breaks. */
  readonly connect: () => Promise<McpClient>
  /** Returns whether agents may use a tool; by default, they may use all tools. */
  readonly allow?: (tool: McpTool) => boolean
  /** Whether calls of a tool need approval; none do by default. */
  readonly needsApproval?: boolean | ((tool: McpTool) => boolean)
  /** Milliseconds that a call waits for an approval, or for the answer to a question of the server; forever by default. */
  readonly waitMs?: number
  /** Milliseconds without an answer or a progress report until a request fails; 60,000 by default. */
  readonly timeoutMs?: number | ((tool: McpTool) => number)
  /** Milliseconds until a call fails even with progress reports; 10 times `timeoutMs` by default. */
  readonly longestMs?: number
  /**
   * Maximum number of characters of texts and data in one result; 100,000 by default. Longer results are cut, with a
   * note.
   */
  readonly resultCharacters?: number
}

/** Difference between two readings of a server's tool list. Tools have the names that agents see. */
export interface McpChange {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  /** Names of tools whose description, schema or annotations changed. */
  readonly changed: readonly string[]
}

/** A connected server. */
export interface McpServer {
  readonly name: string
  /** The server's tools for `agent({ tools })`, as of this reading of the tool list. */
  readonly tools: readonly FunctionTool[]
  /** Problems found in the tool list: tools that were dropped, and schemas that could not be kept. */
  readonly problems: readonly string[]
  /**
   * Reads the tool list again. Returns the server with its current tools, and the changes. The connection stays the
   * same.
   */
  refresh(): Promise<{ readonly server: McpServer; readonly change: McpChange }>
  /** Returns the resources that the server lists; their names and descriptions are an outsider's. */
  resources(): Promise<readonly McpResource[]>
  /**
   * Reads a resource as an event for `run({ context })` or `session.append`: with trust `external`, hidden from chat pages,
   * cut to `resultCharacters`, and with binary content as files.
   */
  readResource(uri: string): Promise<EventInput>
  /**
   * Calls a function with such an event for a resource as it is now, before it resolves, and again whenever its content
   * changed. Rejects if the server does not report changes. Returns a function that ends this.
   */
  watchResource(uri: string, onRead: (event: EventInput) => void): Promise<() => void>
  /** Returns the prompts that the server lists; their descriptions are an outsider's. */
  prompts(): Promise<readonly McpPrompt[]>
  /** Reads a prompt as one event, as `readResource` does: its messages stand one after the other. */
  readPrompt(name: string, given?: Readonly<Record<string, string>>): Promise<EventInput>
  close(): Promise<void>
}

/**
 * Connects to an MCP server and returns its tools for agents. `connect` makes a client of
 * `@modelcontextprotocol/client`; when the connection breaks or the server forgets the session, all failed calls share
 * one new connection. Calls that may run twice are then repeated.
 *
 * Tools are named `SERVER__TOOL`. Descriptions and schemas are written by an outsider: invisible characters are
 * removed, and long texts are cut. After an interruption, a tool that the server calls read-only or idempotent is run
 * again. For any other tool, the model gets a result that says the outcome is unknown. Rejects if the server cannot be
 * reached.
 *
 * @example
 * import { Client } from '@modelcontextprotocol/client'
 * import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
 * import { agent } from 'ctxc'
 * import { connectMcp } from 'ctxc/mcp'
 *
 * const files = await connectMcp({
 *   name: 'everything',
 *   connect: async () => {
 *     const client = new Client({ name: 'my-app', version: '1.0.0' })
 *     await client.connect(new StdioClientTransport({ command: 'npx', args: ['mcp-server-everything'] }))
 *     return client
 *   },
 * })
 * const helper = agent({ name: 'helper', model: 'gpt-5.4', tools: files.tools })
 * console.log(helper.tools?.some(tool => 'name' in tool && tool.name === 'everything__echo')) // true
 * await files.close()
 */
export async function connectMcp(options: McpOptions): Promise<McpServer> {
  readOptions(form, options, 'connectMcp')
  const connection = new Connection(options.connect)
  try {
    let reports: ServerChanges | null = null
    const changes = (): ServerChanges => {
      reports ??= new ServerChanges(connection)
      return reports
    }
    return await readServer({ connection, changes }, options)
  } catch (error) {
    await connection.close()
    throw error
  }
}

/** Default number of milliseconds after which a request fails. */
const usualMs = 60_000

const form: OptionsForm<McpOptions> = {
  needs: {
    name: check('a string that is not empty', value => typeof value === 'string' && value !== ''),
    connect: assertFunction,
  },
  takes: {
    allow: assertFunction,
    needsApproval: check('true, false or a function', value =>
      ['boolean', 'function'].includes(typeof value),
    ),
    waitMs: finiteMilliseconds,
    timeoutMs: (value, at) => {
      if (typeof value !== 'function') finiteMilliseconds(value, at)
    },
    longestMs: finiteMilliseconds,
    resultCharacters: positiveCountCheck('characters'),
  },
}

/** Returns two limits for a tool's calls, in milliseconds: without any sign from the server, and in total. */
function callTimeouts(
  tool: McpTool,
  { timeoutMs = usualMs, longestMs }: Pick<McpOptions, 'timeoutMs' | 'longestMs'>,
): { readonly timeout: number; readonly longest: number } {
  const timeout = typeof timeoutMs === 'function' ? timeoutMs(tool) : timeoutMs
  finiteMilliseconds(timeout, Path.named(`connectMcp.timeoutMs('${tool.name}')`))
  // A timer above this maximum would fire immediately in the client.
  return { timeout: Math.min(timeout, longestTimer), longest: Math.max(timeout, longestMs ?? 10 * timeout) }
}

async function readServer(
  { connection, changes }: Pick<Internals, 'connection' | 'changes'>,
  options: McpOptions,
  before: Digests = new Map(),
): Promise<McpServer> {
  const { name, allow = () => true, timeoutMs = usualMs, resultCharacters = 100_000 } = options
  const timeout = typeof timeoutMs === 'function' ? usualMs : Math.min(timeoutMs, longestTimer)
  const { tools: listed, problems } = await listTools(connection, timeout)
  const context = new ServerContext(connection, changes, name, { timeout, characters: resultCharacters })
  const names = nameTools(
    name,
    listed.map(tool => tool.name),
  )
  const all = listed.map((tool, index) => ({ tool, name: names[index] as string }))
  const offered = inOrderOf(
    before,
    all.filter(({ tool }) => allow(tool)),
  )
  const digests = new Map(
    offered.map(each => [each.name, digest(toJson({ ...each.tool, inputSchema: null }))]),
  )
  const server: McpServer = {
    name,
    tools: offered.map(each => toAgentTool(connection, each.tool, each.name, options)),
    problems,
    async refresh() {
      const next = await readServer({ connection, changes }, options, digests)
      return { server: next, change: compareToolLists(digests, internalsOf(next).digests) }
    },
    resources: () => context.resources(),
    readResource: uri => context.readResource(uri),
    watchResource: (uri, onChange) => context.watchResource(uri, onChange),
    prompts: () => context.prompts(),
    readPrompt: (prompt, given) => context.readPrompt(prompt, given),
    close: () => connection.close(),
  }
  internals.set(server, { connection, changes, digests })
  return server
}

type Digests = ReadonlyMap<string, string>

/** Data of a server object that nobody else needs. */
interface Internals {
  readonly connection: Connection
  /** Returns the reports of changes, which all readings of the server share. */
  readonly changes: () => ServerChanges
  /** Digest of each tool by tool name, in the order of the tools. */
  readonly digests: Digests
}

/** Data of each server object that was made. */
const internals = new WeakMap<McpServer, Internals>()

/** Returns the data of a server object. Throws a TypeError for any other object. */
export function internalsOf(server: McpServer): Internals {
  const found = internals.get(server)
  if (found === undefined) throw Path.named('server').wrong('must be a server of connectMcp')
  return found
}

/** Returns tools in the order that they had, and new ones after them, so that a list in another order is no change. */
function inOrderOf<Tool extends { readonly name: string }>(before: Digests, tools: readonly Tool[]): Tool[] {
  const places = new Map([...before.keys()].map((name, place) => [name, place]))
  const placeOf = ({ name }: Tool): number => places.get(name) ?? before.size
  return tools.toSorted((one, other) => placeOf(one) - placeOf(other))
}

function compareToolLists(before: Digests, after: Digests): McpChange {
  return {
    added: [...after.keys()].filter(name => !before.has(name)),
    removed: [...before.keys()].filter(name => !after.has(name)),
    changed: [...after]
      .filter(([name, digest]) => before.has(name) && before.get(name) !== digest)
      .map(([name]) => name),
  }
}

function toAgentTool(
  connection: Connection,
  tool: ListedTool,
  name: string,
  { needsApproval = false, resultCharacters = 100_000, waitMs, ...options }: McpOptions,
): FunctionTool {
  const { isReadOnly, isIdempotent, description, parameters } = tool
  const mayRepeat = isReadOnly || isIdempotent
  const { timeout, longest } = callTimeouts(tool, options)
  const waits = typeof needsApproval === 'function' ? needsApproval(tool) : needsApproval
  return {
    name,
    ...(description !== '' && { description }),
    parameters,
    onInterrupt: mayRepeat ? 'retry' : 'report',
    // The client must time out before the runner, because only the client's error says whether the outcome is known.
    timeoutMs: longest + 5_000,
    ...(waits && { needsApproval: true }),
    ...(waitMs !== undefined && { waitMs }),
    external: true,
    ...(isReadOnly && { readOnly: true }),
    ...(isIdempotent && { idempotent: true }),
    async execute(input: unknown, context: unknown) {
      const own = context as (ToolContext & MayAsk) | undefined
      const { inputSchema } = tool
      const call = { name: tool.name, arguments: input as Record<string, unknown>, inputSchema, mayRepeat }
      const result = await callServer(connection, call, own, {
        timeout,
        maxTotalTimeout: longest,
        resetTimeoutOnProgress: true,
        onprogress: report => own?.progress?.(readProgress(report)),
        ...(own?.signal && { signal: own.signal }),
      })
      const { content: whole, isError } = readMcpResult(result)
      const content = boundContent(whole, resultCharacters)
      if (isError) throw new ToolError(content)
      return content.length === 0 ? '' : content
    },
  } as FunctionTool
}
