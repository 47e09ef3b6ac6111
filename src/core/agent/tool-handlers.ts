import { assertFunction } from '../form/check.ts'
import type { Path } from '../form/path.ts'
import type { JsonValue } from '../ir/json.ts'
import { type Validator, validatorOf } from '../schema/validator.ts'

/** Call of a tool, as passed to functions that decide about the call. */
export interface ToolCallContext {
  /** Key of the call, the same on every attempt: `APP/USER/SESSION/SEQ.PART`, without USER if the owner has none. */
  readonly key: string
  /** Name of the agent that made the call. */
  readonly agent: string
  readonly signal: AbortSignal
}

/** Decides whether a call waits for approval. Written as a method, so that it accepts a tool with any input. */
export type NeedsApproval<Input = unknown> = {
  decide(input: Input, context: ToolCallContext): boolean | Promise<boolean>
}['decide']

/**
 * Returns the outcome of a call that began before a crash: its result, or undefined if it had no effect and may run
 * again.
 */
export type FindOutcome = (key: string) => JsonValue | undefined | Promise<JsonValue | undefined>

/** Returns the result that the model reads, in an AI SDK form: `{ type: 'text' | 'json' | 'content' | …, value }`. */
export type ToModelOutput = (result: {
  readonly toolCallId: string
  readonly input: unknown
  readonly output: unknown
}) => unknown

/** Functions of a tool other than `execute`, called by the runner. */
export interface ToolHandlers {
  readonly validate?: Validator
  /** Validates the answer that somebody gives to a call. */
  readonly validateAnswer?: Validator
  readonly needsApproval?: NeedsApproval
  readonly onInterrupt?: FindOutcome
  readonly toModelOutput?: ToModelOutput
}

/** Returns the functions of a declared tool; undefined if it has none. */
export function readToolHandlers(
  raw: Readonly<Record<string, unknown>>,
  schema: unknown,
  at: Path,
): ToolHandlers | undefined {
  const validate = at.isData ? undefined : validatorOf(schema)
  const validateAnswer = at.isData || raw.answeredBy === undefined ? undefined : validatorOf(raw.outputSchema)
  const boundFunction = <Kind>(field: string): Kind | undefined =>
    typeof raw[field] === 'function'
      ? (at
          .in(field)
          .readSeparately(place => assertFunction(raw[field], place))
          .bind(raw) as Kind)
      : undefined
  const needsApproval = boundFunction<NeedsApproval>('needsApproval')
  const onInterrupt = boundFunction<FindOutcome>('onInterrupt')
  const toModelOutput = boundFunction<ToModelOutput>('toModelOutput')
  if (!validate && !validateAnswer && !needsApproval && !onInterrupt && !toModelOutput) return undefined
  return {
    ...(validate && { validate }),
    ...(validateAnswer && { validateAnswer }),
    ...(needsApproval && { needsApproval }),
    ...(onInterrupt && { onInterrupt }),
    ...(toModelOutput && { toModelOutput }),
  }
}
