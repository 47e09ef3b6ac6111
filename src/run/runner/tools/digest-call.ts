import type { FunctionTool } from '../../../core/agent/agent.ts'
import type { ToolCallPart } from '../../../core/ir/call.ts'
import { readArguments } from '../../../core/lower/arguments.ts'
import { digest } from '../../../core/text/digest.ts'
import { valueKey } from '../../../core/text/equal.ts'

/**
 * Returns a digest of a call and of its tool's declaration. A decision on the call is valid only while the digest is
 * unchanged.
 */
export const digestOfCall = (call: ToolCallPart, tool: FunctionTool | null): string =>
  digest(
    valueKey([call.name, readArguments(call).value, tool?.description ?? null, tool?.parameters ?? null]),
  ).slice(0, 32)
