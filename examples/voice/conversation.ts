// A conversation on the server. It outlives the page's socket, so that a reload or a network failure does not end it.
import { randomUUID } from 'node:crypto'
import { type LiveConversation, type StartLiveOptions, startLive } from 'ctxc/live'
import type { WebSocket } from 'ws'
import { host, setup } from './agent.ts'
import type { Report, Shown } from './report.ts'

/** Time limits in milliseconds: for a lost page to come back, and for a page that sends nothing. */
const waits = { away: 60_000, silent: 300_000 }

/** Maximum number of old reports that a returning page gets. */
const mostKept = 500

/** Types of reports that are not sent to a returning page, because they are of no use later. */
const passing: readonly string[] = ['talk', 'audio', 'saying', 'interrupted', 'connection']

export class HeldConversation {
  readonly id = randomUUID()
  readonly #talk: LiveConversation
  #kept: Shown[] = []
  #count = 0
  #page: WebSocket | null = null
  #status: 'connecting' | 'open' | 'closed' = 'connecting'
  #timer: NodeJS.Timeout | undefined

  constructor(connect: StartLiveOptions['connect'], ended: () => void) {
    this.#talk = startLive(host, { connect, setup })
    void this.#forward(ended)
  }

  /** Shows the conversation to one page only, beginning after the report with a given number. */
  attach(page: WebSocket, seen: number): void {
    this.#page?.close(4000, 'opened elsewhere')
    this.#page = page
    this.#show({ type: 'talk', id: this.id })
    for (const report of this.#kept) if ((report.number ?? 0) > seen) page.send(JSON.stringify(report))
    this.#show({ type: 'connection', status: this.#status })
    this.#stopAfter(waits.silent)
    page.on('close', () => {
      if (page !== this.#page) return
      this.#page = null
      this.#stopAfter(waits.away)
    })
  }

  /** Handles a message of the page. */
  take(message: Readonly<Record<string, unknown>>): void {
    this.#stopAfter(waits.silent)
    const { audio, text } = message
    // The server of the model closes the connection if audio is not base64, so it is checked here.
    if (isBase64(audio)) this.#talk.sendAudio(audio)
    if (typeof text === 'string' && text !== '') this.#talk.sendText(text.slice(0, 2_000))
    if (message.end === true) this.stop()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#talk.stop()
  }

  async #forward(ended: () => void): Promise<void> {
    // An app would not send `sent`, `called` and `answered` to the page: they show how the model is steered.
    for await (const report of this.#talk) {
      if (report.type === 'connection') this.#status = report.status
      this.#show(report)
    }
    clearTimeout(this.#timer)
    ended()
    const page = this.#page
    this.#page = null
    page?.close(1000)
  }

  #show(report: Report): void {
    const isKept = !passing.includes(report.type)
    const shown = { ...report, at: Date.now(), ...(isKept && { number: ++this.#count }) }
    if (isKept) this.#kept = [...this.#kept, shown].slice(-mostKept)
    if (this.#page?.readyState === 1) this.#page.send(JSON.stringify(shown))
  }

  #stopAfter(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.stop(), milliseconds)
  }
}

const isBase64 = (data: unknown): data is string =>
  typeof data === 'string' && data.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(data)
