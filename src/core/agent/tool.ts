import { expected } from '../form/describe.ts'
import { Path } from '../form/path.ts'
import type { Extra } from '../ir/extra.ts'
import { isObject } from '../ir/json.ts'
import type { SchemaInput, SchemaOutput } from '../schema/schema-input.ts'
import type { ArgumentGuard } from './argument-guard.ts'
import { readFunctionTool } from './read-function-tool.ts'
import type { Reveal } from './reveal.ts'
import type { FindOutcome, NeedsApproval } from './tool-handlers.ts'

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
  /** Runs the tool. Compiling never calls it; a runner's context is a `ToolContext` of `ctxc/run`. */
  execute?(input: SchemaOutput<Parameters>, context: unknown): Result
  /** State keys that the tool reads. */
  readonly reads?: readonly Reads[]
  /** State keys that the tool writes. */
  readonly writes?: readonly Writes[]
  /** Whether the tool restores compacted text by its handle, as `expandTool` does; never sent to a provider. */
  readonly expands?: boolean
  /** Whether a call waits for somebody's approval: always, or by its arguments. */
  readonly needsApproval?: boolean | NeedsApproval<SchemaOutput<Parameters>>
  /**
   * Treatment of a call that a crash interrupted: run it again with the same key (`retry`, the default), report to the
   * model that its outcome is not known, or a function that finds the outcome of a key.
   */
  readonly onInterrupt?: 'retry' | 'report' | FindOutcome
  /** Milliseconds after which a call fails. */
  readonly timeoutMs?: number
  /** Upper bound on concurrent calls of the tool in one runner. */
  readonly concurrency?: number
  /** Whether the tool changes nothing, so that a call may run twice. */
  readonly readOnly?: boolean
  /** Whether two calls with one key have the effect of one. */
  readonly idempotent?: boolean
  /** Whether results hold texts of outsiders, such as web pages or mails: their events get trust `external`. */
  readonly external?: boolean
  /**
   * Arguments in which the tool gets real values instead of placeholders such as `[secret:email:1]`. It is run with them where the
   * whole argument is one; what it returns holds the placeholders again. Never sent to a provider.
   */
  readonly reveal?: readonly Reveal[]
  /** Whose words arguments may be made of, by their names: `{ recipient: 'user', body: 'any' }`. Never sent to a provider. */
  readonly guard?: Readonly<Record<string, ArgumentGuard>>
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
