import { frozenJson } from '../../../core/text/json-value.ts'
import { readResult } from '../../../core/vendor/ai-sdk/read/parts.ts'
import type { ToolOutcome } from './tool-result.ts'

/** Reads the result that an AI SDK tool makes for the model. Throws a TypeError for a value that is not JSON. */
export function readModelOutput(output: unknown): ToolOutcome {
  const { content, isError, extra } = readResult({ output: frozenJson(output) })
  return { content, ...(isError && { isError: true as const }), ...(extra && { extra }) }
}
