import { checkAISDK, replyAISDK } from './ai-sdk/request.ts'
import { createMemory, learn } from './anthropic/memory.ts'
import { checkAnthropic, replyAnthropic } from './anthropic/request.ts'
import type { ProviderFacts } from './facts.ts'
import { checkGemini, replyGemini } from './gemini/request.ts'
import { checkChat, replyChat } from './openai/chat.ts'
import { type ItemMemory, learnItems } from './openai/reasoning.ts'
import { checkResponses, replyResponses } from './openai/responses.ts'
import { type Fields, isFields } from './shape.ts'
import { checkText, replyText } from './text/check.ts'
import type { Violation } from './violation.ts'

/**
 * API that a fake replaces: Responses, Chat Completions, Messages, generateContent, `generateText` of the AI SDK, or
 * the chat templates of models that take text.
 */
export type FakeTarget = 'openai' | 'openai-chat' | 'anthropic' | 'gemini' | 'ai-sdk' | 'text'

/** Response of a fake: the smallest legal body, or the first broken rule with the API's error text. */
export type FakeResponse =
  | { readonly status: 200; readonly body: Fields }
  | {
      readonly status: 400
      readonly rule: string
      readonly error: {
        readonly type: string
        readonly message: string
        readonly param?: string | null
        readonly code?: string | null
      }
      readonly pointer?: string
    }

/** Options of a fake. */
export interface FakeOptions {
  /** Facts that override the built-in ones of the request's model. */
  readonly facts?: Partial<ProviderFacts>
  /** Whether accepted requests are remembered, for rules that need a history: A8, A25 and R3. */
  readonly remember?: boolean
  /** Requests accepted earlier; implies `remember`. */
  readonly bound?: readonly unknown[]
  /**
   * Original answers of the model, each the `content` of one Messages response: signed thinking must keep its
   * neighbours (A8). Implies `remember`.
   */
  readonly answers?: readonly unknown[]
  /** Types of items and content that are newer than this fake, which it then does not refuse. */
  readonly newTypes?: readonly string[]
  /** Function that returns the model that made a thinking signature, for A26 and G6. */
  readonly producerOf?: (signature: string) => string | undefined
}

/** Fake of one API. */
export interface FakeProvider {
  /** Accepts or rejects a request body as the API does. */
  send(request: unknown): FakeResponse
  /** Returns every rule that a body breaks, in the order in which the API checks them; remembers nothing. */
  violations(request: unknown): readonly Violation[]
}

/**
 * Makes a strict fake of one API: the second, independent reading of `reference/peers.md` section 3.
 *
 * @example
 * import { fakeProvider } from 'ctxc/testing'
 *
 * const { send } = fakeProvider('openai-chat')
 * send({ model: 'gpt-4.1', messages: [{ role: 'user', content: 'Hi' }] }).status // 200
 */
export const fakeProvider = (target: FakeTarget, options: FakeOptions = {}): FakeProvider => {
  if (!Object.hasOwn(replies, target))
    throw new TypeError(
      `target must be one of ${Object.keys(replies).join(', ')}, got ${JSON.stringify(target)}`,
    )
  const { facts = {}, bound = [], answers = [], newTypes = [], producerOf = null } = options
  const { remember = bound.length + answers.length > 0 } = options
  const memory = remember ? createMemory(answers) : null
  const items: ItemMemory | null = remember ? new Map() : null
  const note = (request: unknown): void => {
    if (memory !== null && target === 'anthropic') learn(memory, request)
    if (items !== null && target === 'openai') learnItems(items, request)
  }
  for (const request of bound) note(request)

  const violations = (request: unknown): readonly Violation[] => {
    const body = wireOf(request)
    if (body === null) return [{ rule: 'shape', pointer: '', message: 'Request body must be a JSON object.' }]
    const found = judge(body)
    return newTypes.length === 0
      ? found
      : found.filter(({ rule, pointer }) => rule !== 'shape' || !isNew(body, pointer))
  }

  const isNew = (body: Fields, pointer: string): boolean =>
    along(body, pointer).some(
      node =>
        isFields(node) &&
        (newTypes.includes(String(node.type)) || Object.keys(node).some(key => newTypes.includes(key))),
    )

  const judge = (body: Fields): readonly Violation[] => {
    if (target === 'text') return checkText(body)
    if (target === 'anthropic') return checkAnthropic(body, { facts, memory, producerOf })
    if (target === 'gemini') return checkGemini(body, { facts, producerOf })
    if (target === 'ai-sdk') return checkAISDK(body, facts)
    return target === 'openai' ? checkResponses(body, facts, items) : checkChat(body, facts)
  }

  const send = (request: unknown): FakeResponse => {
    const first = violations(request)[0]
    const body = wireOf(request)
    if (first === undefined && body !== null) {
      note(body)
      return { status: 200, body: replies[target](body) }
    }
    const { rule = 'shape', message = '', pointer = '', ...fields } = first ?? {}
    if (target === 'gemini')
      return { status: 400, rule, error: { type: 'INVALID_ARGUMENT', message }, pointer }
    const openAI = ['anthropic', 'ai-sdk', 'text'].includes(target)
      ? {}
      : { param: null, code: null, ...fields }
    return { status: 400, rule, error: { type: 'invalid_request_error', message, ...openAI }, pointer }
  }

  return { send, violations }
}

const replies: { readonly [target in FakeTarget]: (request: Fields) => Fields } = {
  openai: replyResponses,
  'openai-chat': replyChat,
  anthropic: replyAnthropic,
  gemini: replyGemini,
  text: replyText,
  'ai-sdk': replyAISDK,
}

/** Returns the values that a pointer passes, the body first. */
function along(body: unknown, pointer: string): unknown[] {
  const nodes: unknown[] = [body]
  for (const step of pointer.split('/').slice(1)) {
    const node = nodes.at(-1)
    if (typeof node !== 'object' || node === null) break
    nodes.push((node as Record<string, unknown>)[step])
  }
  return nodes
}

/** Returns the body as the API would receive it; null if it is no JSON object. */
const wireOf = (request: unknown): Fields | null => {
  try {
    const body: unknown = JSON.parse(JSON.stringify(request) ?? 'null')
    return isFields(body) ? body : null
  } catch {
    return null
  }
}
