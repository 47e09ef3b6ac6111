import { isWireObject, type Json } from '../shape.ts'
import type { DeclaredGeminiTool, GeminiState } from './state.ts'

/** Returns the text of a `Content`. */
export const textOfContent = (content: unknown): string => {
  const parts = isWireObject(content) && Array.isArray(content.parts) ? content.parts : []
  return parts.map((part: Json) => (typeof part.text === 'string' ? part.text : '')).join('')
}

/** Returns the functions of a list of tools. */
export const functionsOfSetup = (s: GeminiState, tools: unknown): readonly DeclaredGeminiTool[] =>
  (Array.isArray(tools) ? tools : []).flatMap((tool: Json) =>
    ((tool.functionDeclarations ?? []) as readonly Json[]).map(f => ({
      name: String(f.name),
      blocking: blocks(s, f.behavior),
    })),
  )

/** Whether a function blocks. live-2026.md A1: NON_BLOCKING is the default of 3.8, and 3.1 has no asynchronous functions. */
export const blocks = ({ options }: GeminiState, behavior: unknown): boolean => {
  if (options.generation === '3.1') return true
  if (options.generation === '2.5') return behavior !== 'NON_BLOCKING'
  return behavior === 'BLOCKING'
}

/** Returns a name that is declared twice, if there is one. */
export const duplicate = (tools: readonly DeclaredGeminiTool[]): string | undefined =>
  tools.find(({ name }, i) => tools.findIndex(other => other.name === name) !== i)?.name
