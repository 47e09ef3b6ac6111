import { toResultContent } from '../../../core/compile/answer/result-content.ts'
import { untilAborted } from '../../../core/effect/until-aborted.ts'
import type { ToolCallPart } from '../../../core/ir/call.ts'
import { frozenJson } from '../../../core/text/json-value.ts'
import { readResult } from '../../../core/vendor/ai-sdk/read/parts.ts'
import { type Callbacks, firstAnswer, type ToolStep } from '../callbacks.ts'
import type { FoundTool } from './find-tool.ts'
import { QuestionError } from './question.ts'
import type { RecordedState } from './tool-context.ts'
import { outcomeOfException, type ToolOutcome } from './tool-result.ts'

/** Reads a result in the AI SDK's form for a model. Throws a TypeError for a value that is not JSON. */
function readModelOutput(output: unknown): ToolOutcome {
  const { content, isError, extra } = readResult({ output: frozenJson(output) })
  return { content, ...(isError && { isError: true as const }), ...(extra && { extra }) }
}

/** A call with its tool and its validated input. */
export interface ReadyCall {
  readonly call: ToolCallPart
  readonly found: FoundTool
  readonly input: unknown
}

/** Running call, with the arguments for callbacks. */
export interface RunningCall {
  readonly step: ToolStep
  readonly state: RecordedState
  readonly signal: AbortSignal
  readonly callbacks: readonly Callbacks[]
}

/**
 * Does the work of a call, and returns the outcome. Callbacks may change the result or replace the error. Throws a
 * `QuestionError` of the work, because a question is no outcome.
 */
export async function runWithToolCallbacks(
  { step, state, signal, callbacks }: RunningCall,
  { call, found, input }: ReadyCall,
  work: () => Promise<unknown>,
): Promise<ToolOutcome> {
  const isExternal = found.tool.external === true
  try {
    const given = await work()
    const changed = await firstAnswer(callbacks, signal, each => each.afterTool?.(step, given))
    const value = changed === undefined ? given : changed
    const made = found.handlers.toModelOutput?.({ toolCallId: call.id, input, output: value })
    const read = made === undefined ? undefined : await untilAborted(Promise.resolve(made), signal)
    const outcome = read === undefined ? { content: toResultContent(value) } : readModelOutput(read)
    return { ...outcome, state: state.takeChanges(), isExternal }
  } catch (error) {
    // An aborted call gets no result here: the code that aborted the call also closes it.
    if (signal.aborted || error instanceof QuestionError) throw error
    const instead = await firstAnswer(callbacks, signal, each => each.onToolError?.(step, error)).catch(
      () => undefined,
    )
    return instead === undefined
      ? { ...outcomeOfException(error), isExternal }
      : { content: toResultContent(instead), state: state.takeChanges() }
  }
}
