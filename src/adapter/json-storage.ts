import { parseJson } from '../text/parse-json.ts'
import { reasonOf } from '../text/reason.ts'
import type { ConversationStorage } from './conversation-storage.ts'

/** Version of the stored form; other versions are not read. */
const prefix = 'ctxc:1:'

/** A program's storage as JSON. What fails is remembered until it is reported, and never makes a call fail. */
export class JsonStorage {
  private readonly storage: ConversationStorage
  private readonly failures = new Set<string>()

  constructor(storage: ConversationStorage) {
    this.storage = storage
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
  async read(name: string): Promise<{ readonly value: unknown } | null> {
    try {
      const value = await this.storage.get(prefix + name)
      // Some clients parse what they return; the copy has no getters.
      const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
      return { value: parseJson(text) ?? undefined }
    } catch (error) {
      this.note(reasonOf(error))
      return null
    }
  }

  async write(name: string, value: unknown): Promise<void> {
    try {
      await this.storage.set(prefix + name, JSON.stringify(value))
    } catch (error) {
      this.note(reasonOf(error))
    }
  }
}
