import { withMethods } from '../form/check.ts'
import { type OptionsForm, readOptions } from '../form/options.ts'
import { Path } from '../form/path.ts'
import { nonEmptyText, positiveCountCheck } from '../form/quantities.ts'
import { isObject, type JsonObject } from '../ir/json.ts'
import { memoryLine } from '../remember/store/memory-line.ts'
import type { MemoryStore } from '../remember/store/memory-store.ts'
import { checkOwner, type Owner } from '../session/owner.ts'
import type { ToolDefinition } from './tool.ts'

/** Options of `memoryTool`. */
export interface MemoryToolOptions<Name extends string = string> {
  readonly memory: MemoryStore
  /** Owner whose memories are searched. Omit it for agents that a runner runs: they use the session's owner. */
  readonly owner?: Owner
  /** Name of the tool that the model sees; `search_memory` if omitted. */
  readonly name?: Name
  /** Maximum number of memories in one search; 10 if omitted. */
  readonly top?: number
}

const form: OptionsForm<MemoryToolOptions> = {
  needs: { memory: withMethods('a store of memories, such as processMemories()', 'search') },
  takes: { owner: checkOwner, name: nonEmptyText, top: positiveCountCheck('memories') },
}

/** Tool that searches memories. */
export interface MemoryTool<Name extends string = string>
  extends Omit<ToolDefinition<JsonObject, string, Name, never, never>, 'execute'> {
  /** Returns the memories as a list, or a sentence that reports that there are none. */
  execute(input: unknown, context?: unknown): Promise<string>
}

const parameters = {
  type: 'object',
  properties: { query: { type: 'string', description: 'What to look for.' } },
  required: ['query'],
  additionalProperties: false,
} as const

/**
 * Makes a tool with which a model searches the memories of the session's owner on demand, in addition to `C.memory` or
 * instead of it. Memories count as texts from outside (`external`), because other sessions may contain anything.
 *
 * @example
 * import { agent, memoryTool } from 'ctxc'
 * import { processMemories } from 'ctxc/remember'
 *
 * agent({ name: 'helper', tools: [memoryTool({ memory: processMemories() })] })
 */
export function memoryTool<const Name extends string = 'search_memory'>(
  options: MemoryToolOptions<Name>,
): MemoryTool<Name> {
  const {
    memory,
    owner,
    name = 'search_memory' as Name,
    top = 10,
  } = readOptions(form as OptionsForm<MemoryToolOptions<Name>>, options, 'memoryTool')
  return {
    name,
    description: 'Searches what was said in earlier conversations.',
    parameters,
    external: true,
    readOnly: true,
    async execute(input: unknown, context?: unknown) {
      const { session, signal } = runnerContext(context)
      const whose = owner ?? session?.owner
      if (whose === undefined)
        throw Path.options('memoryTool').wrong('has no owner', { help: 'give it one, without a runner' })
      const text = isObject(input) && typeof input.query === 'string' ? input.query : ''
      const except = session === undefined ? {} : { exceptSession: session.id }
      const found = await memory.search(whose, {
        text,
        top,
        ...except,
        ...(signal !== undefined && { signal }),
      })
      return found.length === 0 ? 'Nothing was found.' : found.map(each => `- ${memoryLine(each)}`).join('\n')
    },
  }
}

/** Returns the fields of a runner's context that the tool reads. */
const runnerContext = (
  context: unknown,
): { readonly session?: { readonly id: string; readonly owner: Owner }; readonly signal?: AbortSignal } =>
  isObject(context) ? (context as never) : {}
