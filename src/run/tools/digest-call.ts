import type { FunctionTool } from '../../agent/agent.ts'
import type { ToolCallPart } from '../../ir/call.ts'
import { readArguments } from '../../lower/arguments.ts'
import { digest } from '../../text/digest.ts'
import { valueKey } from '../../text/value-key.ts'

/**
 * Returns the digest of a call and of its tool's declaration: a decision on the call counts only while both are the
 * same.
 */
export const digestOfCall = (call: ToolCallPart, tool: FunctionTool | null): string =>
  digest(
    valueKey([call.name, readArguments(call).value, tool?.description ?? null, tool?.parameters ?? null]),
  ).slice(0, 32)
