import { afterMilliseconds } from '../effect/timer.ts'
import { untilAborted } from '../effect/until-aborted.ts'
import { parseJson } from '../text/json.ts'
import { reasonOf } from '../text/reason.ts'
import type { ConversationStorage } from './conversation-storage.ts'

/** Version of the stored form; other versions are not read. */
const prefix = 'ctxc:1:'

/** Milliseconds after which a storage counts as failed, because it has no answer, if nobody says otherwise. */
export const defaultStorageTimeout = 5_000

/**
 * A program's storage as JSON. What fails, or has no answer in time, is remembered until it is reported, and never makes a call
 * fail.
 */
export class JsonStorage {
  private readonly storage: ConversationStorage
  private readonly failures = new Set<string>()

  private readonly timeout: number

  constructor(storage: ConversationStorage, timeout: number) {
    this.storage = storage
    this.timeout = timeout
  }

  /** Takes the reasons why the storage did not do its work since the last call. */
  takeFailures(): readonly string[] {
    const taken = [...this.failures]
    this.failures.clear()
    return taken
  }

  note(failure: string): void {
    this.failures.add(failure)
  }

  /** Returns the value under a name as plain JSON: undefined if there is none. Null if the storage failed. */
  async read(name: string, signal?: AbortSignal): Promise<{ readonly value: unknown } | null> {
    try {
      const value = await this.inTime(() => this.storage.get(prefix + name), signal)
      // Some clients parse what they return; the copy has no getters.
      const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
      return { value: parseJson(text) ?? undefined }
    } catch (error) {
      this.note(reasonOf(error))
      return null
    }
  }

  async write(name: string, value: unknown, signal?: AbortSignal): Promise<void> {
    try {
      await this.inTime(() => this.storage.set(prefix + name, JSON.stringify(value)), signal)
    } catch (error) {
      this.note(reasonOf(error))
    }
  }

  private async inTime(call: () => unknown, signal?: AbortSignal): Promise<unknown> {
    const over = new AbortController()
    const { timeout } = this
    const late = (): void => over.abort(new Error(`it had no answer within ${timeout} ms`))
    const timer = afterMilliseconds(timeout, late)
    try {
      const end = signal === undefined ? over.signal : AbortSignal.any([signal, over.signal])
      return await untilAborted(Promise.resolve(call()), end)
    } finally {
      clearTimeout(timer)
    }
  }
}
