import type { Extra } from '../ir/extra.ts'
import { isObject } from '../ir/json.ts'
import { expected } from '../validate/describe.ts'
import { Path } from '../validate/path.ts'
import { readFunctionTool } from './read-function-tool.ts'
import type { SchemaInput, SchemaOutput } from './schema-input.ts'

/** Function that the model may call, as declared. */
export interface ToolDefinition<
  Parameters extends SchemaInput = SchemaInput,
  Result = unknown,
  Name extends string = string,
  Reads extends string = string,
  Writes extends string = string,
> {
  readonly name: Name
  readonly description?: string
  /** Schema of the arguments; an object without properties when omitted. */
  readonly parameters?: Parameters
  /** Whether the provider is asked to enforce the schema. */
  readonly strict?: boolean
  /** Runs the tool. Compiling never calls it. */
  execute?(input: SchemaOutput<Parameters>, context: unknown): Result
  /** State keys that the tool reads. */
  readonly reads?: readonly Reads[]
  /** State keys that the tool writes. */
  readonly writes?: readonly Writes[]
  /** Whether the tool restores compacted text by its handle, as `expandTool` does; never sent to a provider. */
  readonly expands?: boolean
  readonly extra?: Extra
}

/**
 * Declares a tool and returns it unchanged. The schema of its parameters types `execute`. Throws a TypeError if the
 * declaration is invalid.
 *
 * @example
 * import { tool } from 'ctxc'
 * import { z } from 'zod'
 *
 * const search = tool({
 *   name: 'search_flights',
 *   description: 'Finds flights to a city.',
 *   parameters: z.object({ city: z.string(), days: z.int().default(7) }),
 *   execute: ({ city, days }) => `flights to ${city} within ${days} days`,
 * })
 * console.log(search.execute?.({ city: 'Rome', days: 3 }, null))
 */
export const tool = <
  const Name extends string,
  Parameters extends SchemaInput,
  Result,
  const Reads extends string = never,
  const Writes extends string = never,
>(
  definition: ToolDefinition<Parameters, Result, Name, Reads, Writes>,
): ToolDefinition<Parameters, Result, Name, Reads, Writes> => {
  const at = Path.named('tool')
  if (!isObject(definition)) throw expected('a tool', definition, at)
  readFunctionTool({ ...definition }, at)
  return definition
}
