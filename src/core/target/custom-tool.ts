import type { Native } from '../ir/extra.ts'
import { isObject, type JsonObject } from '../ir/json.ts'

/** OpenAI's tool whose input is text, in the words that all its forms share. */
export interface CustomTool {
  readonly name: string
  readonly description?: string
  /** Form of the input: any text, or a grammar; flat, as Responses and the AI SDK write it. */
  readonly format?: JsonObject
}

/** Returns the custom tool that a provider's own tool declares: for Responses, Chat or the AI SDK; null for another tool. */
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
    ...(isObject(input) && { format: flat(input as JsonObject) }),
  }
}

/** Returns the form of an input, with the grammar that Chat nests beside its type. */
const flat = ({ grammar, ...rest }: JsonObject): JsonObject => ({
  ...rest,
  ...(isObject(grammar) && (grammar as JsonObject)),
})

/** Writes a custom tool for an API of OpenAI's. */
export function writeCustomTool(tool: CustomTool, api: 'openai' | 'openai-chat'): JsonObject {
  if (api === 'openai') return { type: 'custom', ...tool }
  const { format, ...rest } = tool
  if (format === undefined) return { type: 'custom', custom: rest }
  const { type, ...grammar } = format
  const nested: JsonObject = type === 'grammar' ? { type, grammar } : format
  return { type: 'custom', custom: { ...rest, format: nested } }
}
