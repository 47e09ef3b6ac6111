import type { TargetName } from '../../core/ir/target-name.ts'
import { checkAISDK, replyAISDK } from './ai-sdk/request.ts'
import { createThinkingMemory, rememberRequest, type ThinkingMemory } from './anthropic/memory.ts'
import { checkAnthropic, replyAnthropic } from './anthropic/request.ts'
import type { ProviderFacts } from './facts.ts'
import { mergeCachedContent } from './gemini/caches.ts'
import { checkGemini, replyGemini } from './gemini/request.ts'
import { checkChat, replyChat } from './openai/chat.ts'
import { type ItemMemory, rememberReasoningBefore } from './openai/reasoning.ts'
import { checkResponses, replyResponses } from './openai/responses.ts'
import { type Fields, isFields } from './shape.ts'
import { checkText, replyText } from './text/check.ts'
import type { ErrorFields, Violation } from './violation.ts'

/**
 * API that a fake imitates: Responses, Chat Completions, Messages, generateContent, `generateText` of the AI SDK, or
 * chat templates of models that accept only text.
 */
export type FakeTarget = TargetName

/** Response of a fake: a minimal valid body, or the first broken rule with the API's error text. */
export type FakeResponse =
  | { readonly status: 200; readonly body: Fields }
  | {
      readonly status: 400 | 403
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
  /** Features and limits of the model that override the built-in ones. */
  readonly facts?: Partial<ProviderFacts>
  /** Whether the fake remembers accepted requests, for rules that compare requests: A8, A25 and R3. */
  readonly remember?: boolean
  /** Requests that the fake treats as accepted earlier. Implies `remember`. */
  readonly bound?: readonly unknown[]
  /**
   * Original answers of the model, each the `content` of one Messages response. The blocks next to signed thinking must
   * not change (rule A8). Implies `remember`.
   */
  readonly answers?: readonly unknown[]
  /** Item types and content types that the fake does not know, but must accept. */
  readonly newTypes?: readonly string[]
  /**
   * Explicit caches of Gemini by name. Each value is the parameters of `caches.create`, and a request is judged
   * together with the content of its cache. Without this option, cache names are not checked.
   */
  readonly caches?: Readonly<Record<string, unknown>>
  /**
   * Function that returns the model that made a thinking signature. The rules on thinking of other models (rule A26)
   * and on Gemini signatures (rule G6) need it.
   */
  readonly producerOf?: (signature: string) => string | undefined
}

const known = Object.keys({
  ...{ facts: 0, remember: 0, bound: 0, answers: 0, newTypes: 0, caches: 0, producerOf: 0 },
} satisfies Record<keyof FakeOptions, unknown>)

/** Fake of one API. */
export interface FakeProvider {
  /** Accepts or rejects a request body, as the API does. */
  send(request: unknown): FakeResponse
  /** Returns every rule that a body breaks, in the order of the API's checks. The fake does not remember the body. */
  violations(request: unknown): readonly Violation[]
}

/**
 * Creates a strict fake of one API. It is a second, independent implementation of `reference/peers.md` section 3.
 *
 * @example
 * import { fakeProvider } from 'ctxc/testing'
 *
 * const { send } = fakeProvider('openai-chat')
 * console.log(send({ model: 'gpt-4.1', messages: [{ role: 'user', content: 'Hi' }] }).status) // 200
 */
export const fakeProvider = (target: FakeTarget, options: FakeOptions = {}): FakeProvider => {
  if (!Object.hasOwn(fakes, target))
    throw new TypeError(
      `target must be one of ${Object.keys(fakes).join(', ')}, got ${JSON.stringify(target)}`,
    )
  const unknown = Object.keys(options).find(key => !known.includes(key))
  if (unknown !== undefined)
    throw new TypeError(`fakeProvider has no option '${unknown}': use one of ${known.join(', ')}`)
  const { check, reply, error, note } = fakes[target]
  const { facts = {}, bound = [], answers = [], newTypes = [], producerOf = null, caches = null } = options
  const { remember = bound.length + answers.length > 0 } = options
  const thoughts = remember ? createThinkingMemory(answers) : null
  const items: ItemMemory | null = remember ? new Map() : null
  const knowledge: Knowledge = { facts, thoughts, items, producerOf, caches }
  for (const request of bound) note?.(request, knowledge)

  const violations = (request: unknown): readonly Violation[] => {
    const body = asRequestBody(request)
    if (body === null) return [{ rule: 'shape', pointer: '', message: 'Request body must be a JSON object.' }]
    const found = check(body, knowledge)
    if (newTypes.length === 0) return found
    const whole = fakes[target].read?.(body, knowledge) ?? body
    return found.filter(({ rule, pointer }) => rule !== 'shape' || !isNew(whole, pointer))
  }

  const isNew = (body: Fields, pointer: string): boolean =>
    valuesAlongPointer(body, pointer).some(
      node =>
        isFields(node) &&
        (newTypes.includes(String(node.type)) || Object.keys(node).some(key => newTypes.includes(key))),
    )

  const send = (request: unknown): FakeResponse => {
    const first = violations(request)[0]
    const body = asRequestBody(request)
    if (first === undefined && body !== null) {
      note?.(body, knowledge)
      return { status: 200, body: reply(body) }
    }
    const { rule = 'shape', message = '', pointer = '', ...fields } = first ?? {}
    return { status: rule === 'gone' ? 403 : 400, rule, error: error(message, fields), pointer }
  }

  return { send, violations }
}

/** Facts and memory of a fake. A memory is null if the fake remembers nothing. */
interface Knowledge {
  readonly facts: Partial<ProviderFacts>
  readonly thoughts: ThinkingMemory | null
  readonly items: ItemMemory | null
  readonly producerOf: ((signature: string) => string | undefined) | null
  readonly caches: Readonly<Record<string, unknown>> | null
}

/** Checks and replies of one API. They are implemented independently of the compiler. */
interface Fake {
  readonly check: (body: Fields, knowledge: Knowledge) => readonly Violation[]
  /**
   * Returns a request as the model reads it, by default unchanged. Paths of violations refer to the returned request.
   */
  readonly read?: (body: Fields, knowledge: Knowledge) => Fields
  readonly reply: (body: Fields) => Fields
  /** Returns an error response in the API's form. */
  readonly error: (message: string, fields: ErrorFields) => Refusal
  /** Remembers an accepted request, for an API with rules that compare requests. */
  readonly note?: (request: unknown, knowledge: Knowledge) => void
}

type Refusal = Extract<FakeResponse, { readonly status: 400 | 403 }>['error']

const invalidRequestError = (message: string): Refusal => ({ type: 'invalid_request_error', message })
const openaiError: Fake['error'] = (message, fields) => ({
  ...invalidRequestError(message),
  param: null,
  code: null,
  ...fields,
})

/** Fakes by the API that they imitate. */
const fakes: Readonly<Record<FakeTarget, Fake>> = {
  openai: {
    check: (body, { facts, items }) => checkResponses(body, facts, items),
    reply: replyResponses,
    error: openaiError,
    note: (request, { items }) => items !== null && rememberReasoningBefore(items, request),
  },
  'openai-chat': { check: (body, { facts }) => checkChat(body, facts), reply: replyChat, error: openaiError },
  anthropic: {
    check: (body, { thoughts: memory, ...known }) => checkAnthropic(body, { ...known, memory }),
    reply: replyAnthropic,
    error: invalidRequestError,
    note: (request, { thoughts }) => thoughts !== null && rememberRequest(thoughts, request),
  },
  gemini: {
    check: checkGemini,
    read: (body, { caches }) => (caches === null ? body : mergeCachedContent(body, caches, () => {})),
    reply: replyGemini,
    error: message => ({ type: 'INVALID_ARGUMENT', message }),
  },
  text: { check: checkText, reply: replyText, error: invalidRequestError },
  'ai-sdk': {
    check: (body, { facts }) => checkAISDK(body, facts),
    reply: replyAISDK,
    error: invalidRequestError,
  },
}

/** Returns all values on the path of a JSON pointer, beginning with the request body. */
function valuesAlongPointer(body: unknown, pointer: string): unknown[] {
  const nodes: unknown[] = [body]
  for (const step of pointer.split('/').slice(1)) {
    const node = nodes.at(-1)
    if (typeof node !== 'object' || node === null) break
    nodes.push((node as Record<string, unknown>)[step])
  }
  return nodes
}

/** Returns the body as the API would receive it, that is as JSON; null if it is no JSON object. */
const asRequestBody = (request: unknown): Fields | null => {
  try {
    const body: unknown = JSON.parse(JSON.stringify(request) ?? 'null')
    return isFields(body) ? body : null
  } catch {
    return null
  }
}
