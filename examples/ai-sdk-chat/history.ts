// Stores each chat in its own file. An app would use a table of messages.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChatMessage } from './chat.ts'

export class History {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
    mkdirSync(folder, { recursive: true })
  }

  load(id: string): ChatMessage[] {
    const file = this.#file(id)
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ChatMessage[]) : []
  }

  save(id: string, messages: readonly ChatMessage[]): void {
    // The file is written under another name and then renamed, so that a crash leaves the old chat intact.
    const file = this.#file(id)
    writeFileSync(`${file}.new`, JSON.stringify(messages, null, 1))
    renameSync(`${file}.new`, file)
  }

  /** The id comes from the client, so it must not lead to another file. */
  #file(id: string): string {
    if (!/^[a-z0-9-]{1,40}$/.test(id))
      throw new TypeError(`id must be letters, digits and hyphens, got '${id}'`)
    return join(this.#folder, `${id}.json`)
  }
}
