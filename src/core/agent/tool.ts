import { wrongValueError } from '../form/describe.ts'
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
  /** Schema of the arguments; if omitted, an object without properties. */
  readonly parameters?: Parameters
  /** Whether the provider is asked to enforce the schema. */
  readonly strict?: boolean
  /** Runs the tool. Compiling never calls this function; a runner passes a `ToolContext` of `ctxc/run` as context. */
  execute?(input: SchemaOutput<Parameters>, context: unknown): Result
  /** State keys that the tool reads. */
  readonly reads?: readonly Reads[]
  /** State keys that the tool writes. */
  readonly writes?: readonly Writes[]
  /** Whether the tool restores compacted text by its handle, as `expandTool` does; never sent to a provider. */
  readonly expands?: boolean
  /** Whether the agent of an `agentTool` works in the background, and how its answer comes. Never sent to a provider. */
  readonly background?: 'report' | 'wake'
  /**
   * The one who answers the calls in place of `execute`: a person, or code of the page, by `answer` of the runner. The call waits
   * in the log as it does for an approval. Never sent to a provider.
   */
  readonly answeredBy?: 'person' | 'page'
  /** Schema of the answers that `answeredBy` gives; if omitted, any JSON value. Never sent to a provider. */
  readonly outputSchema?: SchemaInput
  /**
   * Milliseconds that a call waits for an approval or an answer, and is denied then; forever if omitted. Never sent to a
   * provider.
   */
  readonly waitMs?: number
  /**
   * Whether a result that is no error is the answer of the agent that made the call: its model is not called again. Never
   * sent to a provider.
   */
  readonly returnDirect?: boolean
  /** Whether a call waits for a person's approval: always, or depending on its arguments. */
  readonly needsApproval?: boolean | NeedsApproval<SchemaOutput<Parameters>>
  /**
   * Treatment of a call that a crash interrupted: it runs again with the same key (`retry`, the default), the model
   * gets a report that its outcome is unknown (`report`), or a function returns the outcome for the key.
   */
  readonly onInterrupt?: 'retry' | 'report' | FindOutcome
  /** Time in milliseconds after which a call fails; unlimited if omitted. */
  readonly timeoutMs?: number
  /** Maximum number of concurrent calls of the tool in one runner; unlimited if omitted. */
  readonly concurrency?: number
  /** Whether the tool only reads, so that a call may safely run twice. */
  readonly readOnly?: boolean
  /** Whether repeating a call with the same key has no further effect. */
  readonly idempotent?: boolean
  /** Whether results contain text from outside, such as web pages. Events of such results get trust `external`. */
  readonly external?: boolean
  /**
   * Arguments in which the tool gets real values instead of placeholders such as `[secret:email:1]`. A placeholder is
   * replaced only if it is the whole argument; in the tool's result, the values become placeholders again. Never sent
   * to a provider.
   */
  readonly reveal?: readonly Reveal[]
  /**
   * Required sources of arguments, by argument name: `{ recipient: 'user', body: 'any' }`. Never sent to a provider.
   */
  readonly guard?: Readonly<Record<string, ArgumentGuard>>
  readonly extra?: Extra
}

/**
 * Declares a tool and returns it unchanged. The schema of its parameters determines the type of `execute`'s input.
 * Throws a TypeError if the declaration is invalid.
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
  if (!isObject(definition)) throw wrongValueError('a tool', definition, at)
  readFunctionTool({ ...definition }, at)
  return definition
}
