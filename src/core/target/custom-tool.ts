import type { Native } from '../ir/extra.ts'
import { isObject, type JsonObject } from '../ir/json.ts'

/** OpenAI's custom tool, whose input is plain text, with the fields that its declaration has in every API. */
export interface CustomTool {
  readonly name: string
  readonly description?: string
  /**
   * Input format: any text, or a grammar. As in Responses and the AI SDK, the grammar's fields are at the top level.
   */
  readonly format?: JsonObject
}

/** Returns the custom tool that a provider tool of Responses, Chat or the AI SDK declares; null for another tool. */
export function readCustomTool({ format, payload }: Native): CustomTool | null {
  const inner = format === 'openai-chat' ? payload.custom : format === 'ai-sdk' ? payload.args : payload
  const isCustom =
    format === 'ai-sdk'
      ? payload.id === 'openai.custom'
      : payload.type === 'custom' && (format === 'openai' || format === 'openai-chat')
  const given = isObject(inner) ? (inner as JsonObject) : {}
  const name = format === 'ai-sdk' ? payload.name : given.name
  if (!isCustom || typeof name !== 'string') return null
  const { description, format: input } = given
  return {
    name,
    ...(typeof description === 'string' && { description }),
    ...(isObject(input) && { format: flattenGrammar(input as JsonObject) }),
  }
}

/** Returns an input format with the fields of its grammar at the top level. Chat Completions nests these fields. */
const flattenGrammar = ({ grammar, ...rest }: JsonObject): JsonObject => ({
  ...rest,
  ...(isObject(grammar) && (grammar as JsonObject)),
})

/** Returns a custom tool's declaration for one of OpenAI's APIs. */
export function writeCustomTool(tool: CustomTool, api: 'openai' | 'openai-chat'): JsonObject {
  if (api === 'openai') return { type: 'custom', ...tool }
  const { format, ...rest } = tool
  if (format === undefined) return { type: 'custom', custom: rest }
  const { type, ...grammar } = format
  const nested: JsonObject = type === 'grammar' ? { type, grammar } : format
  return { type: 'custom', custom: { ...rest, format: nested } }
}
