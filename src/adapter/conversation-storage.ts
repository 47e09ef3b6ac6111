/**
 * Storage of texts by key: a `Map`, a client of Redis or Valkey, Keyv, or two functions around a table of your database.
 * `get` returns what `set` was last given for a key, also parsed from JSON, or `undefined` or `null` for an unknown key.
 *
 * One key is written for each call of a model, and two more for a call that wants summaries. Let keys expire after the time in
 * which you expect a conversation to go on: what was kept for it is then made again. Values hold summaries of the messages, so
 * protect them as you protect the messages.
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
 * const middleware = contextCompiler({ budget: 16_000, context: C.all().summarize(), storage })
 * console.log(Object.keys(middleware))
 */
export interface ConversationStorage {
  get(key: string): unknown
  set(key: string, value: string): unknown
}

/** Rejects a storage without its two methods. */
export function assertStorage(storage: unknown): void {
  if (storage === undefined) return
  const { get, set } = (storage ?? {}) as Partial<ConversationStorage>
  if (typeof get !== 'function' || typeof set !== 'function')
    throw new TypeError('storage must be an object with the methods get(key) and set(key, value)')
}
