import { isWireObject, type Json } from '../shape.ts'
import type { DeclaredGeminiTool, GeminiState } from './state.ts'

/** Returns the text of a Gemini `Content` object. */
export const textOfContent = (content: unknown): string => {
  const parts = isWireObject(content) && Array.isArray(content.parts) ? content.parts : []
  return parts.map((part: Json) => (typeof part.text === 'string' ? part.text : '')).join('')
}

/** Returns the functions that a list of tools declares. */
export const functionsOfSetup = (s: GeminiState, tools: unknown): readonly DeclaredGeminiTool[] =>
  (Array.isArray(tools) ? tools : []).flatMap((tool: Json) =>
    ((tool.functionDeclarations ?? []) as readonly Json[]).map(f => ({
      name: String(f.name),
      blocking: isBlockingFunction(s, f.behavior),
    })),
  )

/**
 * Whether a function is BLOCKING. Model 3.8 defaults to NON_BLOCKING, and 3.1 has only BLOCKING functions. Source:
 * live-2026.md A1.
 */
export const isBlockingFunction = ({ options }: GeminiState, behavior: unknown): boolean => {
  if (options.generation === '3.1') return true
  if (options.generation === '2.5') return behavior !== 'NON_BLOCKING'
  return behavior === 'BLOCKING'
}

/** Returns the first name that two tools have; undefined if all names differ. */
export const duplicateToolName = (tools: readonly DeclaredGeminiTool[]): string | undefined =>
  tools.find(({ name }, i) => tools.findIndex(other => other.name === name) !== i)?.name
