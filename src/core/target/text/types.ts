/**
 * Types of a request as plain text: roles and strings, for any model, prompt files and eval sets.
 *
 * @example
 * import { compile } from 'ctxc'
 * import { fromOpenAI } from 'ctxc/from/openai'
 * import type { TextMessage, TextRequest } from 'ctxc/target/text'
 *
 * const { request } = await compile(fromOpenAI([{ role: 'user', content: 'Hello' }]), { target: 'text' })
 * const body: TextRequest | null = request
 * const messages: readonly TextMessage[] = body?.messages ?? []
 * console.log(messages.length)
 */
export type { TextMessage, TextRequest } from './request.ts'
