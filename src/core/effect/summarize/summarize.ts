import type { EffectOutcome } from '../../ir/event.ts'
import { readStoredSummary } from '../../session/unit/stored-summary.ts'
import { shortenForError } from '../../text/columns.ts'
import { toJson } from '../../text/json.ts'
import { reasonOf } from '../../text/reason.ts'
import type { EffectOf } from '../effect.ts'
import type { HandlerContext } from '../effect-handler.ts'
import { untilAborted } from '../until-aborted.ts'
import type { SummarizeHandler, SummarizeInput } from './handler.ts'
import { readSummary, type Summary } from './read-summary.ts'

/** Error for a summary that is not used; the message describes the mistake. */
export class RefusedSummary extends Error {}

/**
 * Has a handler summarize messages, and checks the summary against them. Throws the handler's errors, and a
 * `RefusedSummary` for a summary that is malformed or not supported by the messages.
 */
export async function makeCheckedSummary(
  input: SummarizeInput,
  handler: SummarizeHandler,
  context: HandlerContext,
): Promise<Summary> {
  // The handler gets a copy, because the result is checked against these messages and a handler might change them.
  const made = await untilAborted(handler.run(structuredClone(input), context), context.signal)
  try {
    return readSummary(made, input)
  } catch (error) {
    throw new RefusedSummary(reasonOf(error))
  }
}

/** Calls a handler for one summary and checks the result; no outcome if the signal is aborted. Never throws. */
export async function callSummarize(
  { key, input, covers }: EffectOf<'summarize'>,
  handler: SummarizeHandler,
  context: HandlerContext,
): Promise<EffectOutcome[]> {
  const { signal } = context
  if (signal.aborted) return []
  const about = {
    kind: 'summarize',
    key,
    handler: handler.id,
    ...(covers !== undefined && { covers }),
  } as const
  try {
    const output = toJson(await makeCheckedSummary(input, handler, context))
    if (readStoredSummary(output) === null) throw new Error('it gave something that JSON cannot hold')
    return [{ ...about, output }]
  } catch (error) {
    return signal.aborted ? [] : [{ ...about, error: shortenForError(reasonOf(error)) }]
  }
}
