/**
 * Types of a generateContent request, assignable to the official client's types.
 *
 * @example
 * import { compile } from 'ctxc'
 * import { fromGemini } from 'ctxc/from/gemini'
 * import type { Content, GeminiRequest } from 'ctxc/target/gemini'
 *
 * const conversation = fromGemini([{ role: 'user', parts: [{ text: 'Hello' }] }])
 * const { request } = await compile(conversation, { model: 'gemini-3.8-flash' })
 * const parameters: GeminiRequest | null = request
 * const contents: readonly Content[] = parameters?.contents ?? []
 * console.log(contents.length)
 */
export type {
  Content,
  FileDataPart,
  FunctionCallPart,
  FunctionDeclaration,
  FunctionResponsePart,
  GeminiConfig,
  GeminiRequest,
  GeminiTool,
  InlineDataPart,
  Part,
  Sealed,
  TextPart,
} from './request.ts'
