import type { EffectOutcome } from '../../ir/event.ts'
import { storedSummary } from '../../session/unit/stored-summary.ts'
import { brief } from '../../text/columns.ts'
import { toJson } from '../../text/json.ts'
import { reasonOf } from '../../text/reason.ts'
import type { EffectOf } from '../effect.ts'
import type { HandlerContext } from '../effect-handler.ts'
import { untilAborted } from '../until-aborted.ts'
import type { SummarizeHandler } from './handler.ts'
import { readSummary } from './read-summary.ts'

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
  // A copy, because the result is checked against these messages and a handler might change them.
  const given = structuredClone(input)
  try {
    const made = await untilAborted(handler.run(given, context), signal)
    const output = toJson(readSummary(made, input))
    if (storedSummary(output) === null) throw new Error('it gave something that JSON cannot hold')
    return [{ ...about, output }]
  } catch (error) {
    return signal.aborted ? [] : [{ ...about, error: brief(reasonOf(error)) }]
  }
}
