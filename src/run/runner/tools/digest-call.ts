import type { FunctionTool } from '../../../core/agent/agent.ts'
import type { ToolCallPart } from '../../../core/ir/call.ts'
import type { CallQuestion, RunAction, ShownTool } from '../../../core/ir/run-action.ts'
import { readArguments } from '../../../core/lower/arguments.ts'
import { digest } from '../../../core/text/digest.ts'
import { valueKey } from '../../../core/text/equal.ts'
import type { FoundTool } from './find-tool.ts'

/** Call that begins to wait, with its tool. */
interface WaitingCallParts {
  /** Place of the call, as `seq.part`. */
  readonly place: string
  readonly call: ToolCallPart
  readonly found: FoundTool | null
  readonly isForAnswer: boolean
  /** Question of the tool that the call waits for an answer to. */
  readonly question?: CallQuestion | undefined
}

/**
 * Returns a digest of a call and of its tool's declaration. A decision on the call is valid only while the digest is
 * unchanged.
 */
export function digestOfCall(call: ToolCallPart, tool: FunctionTool | null): string {
  const { description = null, parameters = null, answeredBy, outputSchema = null } = tool ?? {}
  const asked = answeredBy === undefined ? [] : [answeredBy, outputSchema]
  return digest(valueKey([call.name, readArguments(call).value, description, parameters, ...asked])).slice(
    0,
    32,
  )
}

/** Returns what whoever decides on a call is shown of its tool. */
export const shownTool = ({
  description,
  parameters,
  outputSchema,
  answeredBy,
}: FunctionTool): ShownTool => ({
  ...(description !== undefined && { description }),
  ...(parameters !== undefined && { parameters }),
  ...(outputSchema !== undefined && { outputSchema }),
  ...(answeredBy !== undefined && { answeredBy }),
})

/** Returns the mark that a call waits for an approval or an answer. `now` is in milliseconds since 1970. */
export const waitsMark = (
  { place, call, found, isForAnswer, question }: WaitingCallParts,
  now: number,
): Pick<RunAction, 'waits'> => ({
  waits: {
    ...{ calls: [place], digest: digestOfCall(call, found?.tool ?? null) },
    // A tool that got a function since is no longer answered: its call runs once somebody approves it.
    ...(isForAnswer && (found?.tool.answeredBy ?? question ?? !found) && { for: 'answer' as const }),
    ...(question !== undefined && { question }),
    ...(found !== null && { tool: shownTool(found.tool) }),
    ...(found?.tool.waitMs !== undefined && { until: now + found.tool.waitMs }),
  },
})
