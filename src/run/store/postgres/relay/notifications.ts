import type { RunStatement } from '../client.ts'
import type { Listen } from './listen.ts'
import { PieceReader, piecesOf } from './pieces.ts'

/** Settings of `Notifications`. */
export interface NotificationOptions {
  readonly run: RunStatement
  readonly listen: Listen
  /** Channel: letters, digits and `_`. */
  readonly channel: string
  /** Name of this process, unlike every other one. */
  readonly process: string
  /** Returns what to send next; null if there is nothing. */
  readonly takeBatch: () => unknown
  /** Called when the connection begins to listen, and again after it was lost. */
  readonly onListening: () => void
  readonly onBatch: (from: string, batch: unknown) => void
  /** Called with the reason if the database delivers no notifications. */
  readonly onError: (error: Error) => void
  /** Milliseconds until a notification of this process must have come back. */
  readonly silence?: number
}

/** Milliseconds between two notifications of a process: at most 20 a second. */
const interval = 50

/** Milliseconds until another attempt to listen. */
const betweenAttempts = 1_000

/** Batches that processes send each other by the notifications of Postgres. */
export class Notifications {
  private readonly options: NotificationOptions
  private readonly reader = new PieceReader()
  private pieces: string[] = []
  private batches = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private retry: ReturnType<typeof setTimeout> | undefined
  private silence: ReturnType<typeof setTimeout> | undefined
  /** Ends the listening; undefined if the process does not listen. */
  private listening: Promise<() => Promise<void>> | undefined
  private isListening = false
  /** Number of own notifications that came back. */
  private heard = 0
  /** Whether the database delivers no notifications. */
  isDeaf = false

  constructor(options: NotificationOptions) {
    this.options = options
  }

  /** Begins to listen. */
  start(): void {
    if (this.listening !== undefined || this.isDeaf) return
    const { listen, channel, onListening } = this.options
    const listening = listen(channel, {
      onListening: () => {
        this.isListening = true
        onListening()
        this.schedule()
      },
      onNotification: text => this.hear(text),
      onEnd: () => this.startLater(listening),
    })
    this.listening = listening
    listening.catch(() => this.startLater(listening))
  }

  private startLater(lost: Promise<unknown>): void {
    if (this.listening !== lost) return
    this.listening = undefined
    this.isListening = false
    clearTimeout(this.silence)
    this.silence = undefined
    this.retry = setTimeout(() => this.start(), betweenAttempts)
    this.retry.unref?.()
  }

  /** Stops listening. */
  async stop(): Promise<void> {
    const { listening } = this
    this.listening = undefined
    this.isListening = false
    for (const timer of [this.timer, this.retry, this.silence]) clearTimeout(timer)
    this.timer = undefined
    this.silence = undefined
    this.pieces = []
    await listening?.then(end => end()).catch(() => {})
  }

  /** Sends soon what there is to send. */
  schedule(): void {
    if (!this.isListening) return
    this.timer ??= setTimeout(() => this.send(), 0)
  }

  private send(): void {
    const { takeBatch, process, run, channel } = this.options
    if (this.pieces.length === 0) {
      const batch = takeBatch()
      if (batch === null) {
        this.timer = undefined
        return
      }
      this.pieces.push(...piecesOf(process, ++this.batches, batch))
    }
    const { timer, heard } = this
    const next = (): void => {
      if (this.timer === timer) this.timer = setTimeout(() => this.send(), interval)
    }
    // A lost message does not matter: everything that does is in the store.
    run('select pg_notify($1, $2)', [channel, this.pieces.shift() ?? ''])
      .then(() => {
        if (this.heard === heard && this.timer === timer) this.expectEcho()
      })
      .catch(() => {})
      .finally(next)
  }

  /** Expects to hear a notification of this process. */
  private expectEcho(): void {
    this.silence ??= setTimeout(() => {
      this.silence = undefined
      const { listening } = this
      if (listening === undefined) return
      if (this.heard > 0) {
        // The connection may be broken without a word.
        listening.then(end => end()).catch(() => {})
        this.startLater(listening)
        return
      }
      this.isDeaf = true
      void this.stop()
      this.options.onError(
        new Error(
          'the database delivers no notifications to postgresStore, as behind a pooler in transaction mode: other processes see only what is stored',
        ),
      )
    }, this.options.silence ?? 10_000)
    this.silence.unref?.()
  }

  private hear(text: string): void {
    const { process, onBatch } = this.options
    const piece = this.reader.read(text)
    if (piece?.from === process) {
      this.heard++
      clearTimeout(this.silence)
      this.silence = undefined
    } else if (piece?.batch !== undefined) onBatch(piece.from, piece.batch)
  }
}
