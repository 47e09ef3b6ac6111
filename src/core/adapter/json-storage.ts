import { afterMilliseconds } from '../effect/timer.ts'
import { untilAborted } from '../effect/until-aborted.ts'
import { parseJson } from '../text/json.ts'
import { reasonOf } from '../text/reason.ts'
import type { ConversationStorage } from './conversation-storage.ts'

/** Default time in milliseconds after which a storage that has not answered counts as failed. */
export const defaultStorageTimeout = 5_000

/**
 * Storage of the program, which reads and writes JSON values. A failed or late operation never makes a call fail; its
 * reason is kept until it is reported.
 */
export class JsonStorage {
  private readonly storage: ConversationStorage
  private readonly failures = new Set<string>()

  private readonly timeout: number

  constructor(storage: ConversationStorage, timeout: number) {
    this.storage = storage
    this.timeout = timeout
  }

  /** Returns the reasons why storage operations failed, and clears them, so that each reason is returned once. */
  takeFailures(): readonly string[] {
    const taken = [...this.failures]
    this.failures.clear()
    return taken
  }

  note(failure: string): void {
    this.failures.add(failure)
  }

  /** Returns the JSON value that is stored under a key; undefined if there is none, null if the storage failed. */
  async read(key: string, signal?: AbortSignal): Promise<{ readonly value: unknown } | null> {
    try {
      const value = await this.inTime(() => this.storage.get(key), signal)
      // Some clients return parsed JSON. It is converted to text and parsed again, because the new object surely has no
      // getters.
      const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
      return { value: parseJson(text) ?? undefined }
    } catch (error) {
      this.note(reasonOf(error))
      return null
    }
  }

  async write(key: string, value: unknown, signal?: AbortSignal): Promise<void> {
    try {
      await this.inTime(() => this.storage.set(key, JSON.stringify(value)), signal)
    } catch (error) {
      this.note(reasonOf(error))
    }
  }

  private async inTime(call: () => unknown, signal?: AbortSignal): Promise<unknown> {
    const over = new AbortController()
    const { timeout } = this
    const abortLateCall = (): void => over.abort(new Error(`it had no answer within ${timeout} ms`))
    const timer = afterMilliseconds(timeout, abortLateCall)
    try {
      const end = signal === undefined ? over.signal : AbortSignal.any([signal, over.signal])
      return await untilAborted(Promise.resolve(call()), end)
    } finally {
      clearTimeout(timer)
    }
  }
}
