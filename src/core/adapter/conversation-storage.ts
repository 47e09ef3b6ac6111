import { check, withMethods } from '../form/check.ts'
import { milliseconds } from '../form/quantities.ts'

/**
 * Storage of texts by key: a `Map`, a client of Redis or Valkey, Keyv, or two functions around a table of your
 * database. `get` returns the last value that `set` stored for a key, as a text or parsed from JSON. For an unknown key
 * it returns `undefined` or `null`.
 *
 * A conversation has one key, which each call reads and writes, one for the usage that the last answer reported, and one
 * for each summary or other work that was requested. The keys begin with the names of app, user and conversation, as `storagePrefix` of `ctxc/store` returns
 * them. The values contain summaries of the messages and the outcomes of other effects, so protect them as you
 * protect the messages. Keys may expire: missing values are made again. A call waits for the storage for at most 5
 * seconds (`storageTimeout`), or until its `signal` aborts. Then the call continues without the storage, and reports
 * CX9206.
 *
 * @example
 * import { C } from 'ctxc'
 * import { contextCompiler, type ConversationStorage } from 'ctxc/ai-sdk'
 *
 * const values = new Map<string, string>()
 * const storage: ConversationStorage = {
 *   get: async key => values.get(key),
 *   set: async (key, value) => values.set(key, value), // with Redis: redis.set(key, value, { EX: 30 * 24 * 60 * 60 })
 * }
 * const context = C.all().summarize()
 * const middleware = contextCompiler({ budget: 16_000, context, storage, conversation: 'chat-1' })
 * console.log(Object.keys(middleware))
 */
export interface ConversationStorage {
  get(key: string): unknown
  set(key: string, value: string): unknown
  /** Deletes a key. Only `forget` of `ctxc/store` calls it. */
  delete?(key: string): unknown
  /**
   * Returns all keys that begin with a prefix. Other keys are ignored, so that a `Map` may return all that it has. Only
   * `forget` of `ctxc/store` calls it.
   */
  keys?(prefix: string): Iterable<string> | AsyncIterable<string> | PromiseLike<Iterable<string>>
}

/**
 * Model call, as passed to a function that names its conversation: the AI SDK's parameters, LangChain's request, or the
 * argument of an input filter of the OpenAI Agents SDK.
 */
export interface NamedCall {
  readonly providerOptions?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined
  readonly [field: string]: unknown
}

/** Id of a conversation, or a function that returns the id of a call's conversation. */
export type ConversationId = string | ((call: NamedCall) => string | undefined)

/** Checks of the storage options. */
export const storageChecks = {
  storage: withMethods('an object with the methods get(key) and set(key, value)', 'get', 'set'),
  storageTimeout: milliseconds,
  conversation: check(
    'the id of a conversation, or a function that returns it',
    value => typeof value === 'string' || typeof value === 'function',
  ),
}

/** Returns the id of a call's conversation; undefined if the call names none. */
export function idOfCall(conversation: ConversationId | undefined, call: object): string | undefined {
  const id = typeof conversation === 'function' ? conversation(call as NamedCall) : conversation
  return typeof id === 'string' && id !== '' ? id : undefined
}
