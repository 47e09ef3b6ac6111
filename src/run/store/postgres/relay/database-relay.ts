import { isText } from '../../../../core/form/check.ts'
import type { JsonValue } from '../../../../core/ir/json.ts'
import { keyText, type SessionKey } from '../../../../core/session/owner.ts'
import { digest } from '../../../../core/text/digest.ts'
import { inMemoryRelay, type Relay } from '../../relay.ts'
import { type NotificationOptions, Notifications } from './notifications.ts'
import { Watchers } from './watchers.ts'

/** Content that a process sends the others. Sessions are digests of their names, which are shorter and say nothing. */
interface Batch {
  /** Sessions that the process listens to from now on, or still. */
  readonly watch: readonly string[]
  /** Sessions that the process listens to no more. */
  readonly leave: readonly string[]
  readonly messages: readonly (readonly [session: string, message: JsonValue])[]
}

/** Session to which functions of this process listen. */
interface Joined {
  readonly key: SessionKey
  listeners: number
}

/** Parameters of `DatabaseRelay`. */
export type DatabaseRelayOptions = Omit<
  NotificationOptions,
  'channel' | 'takeBatch' | 'onListening' | 'onBatch'
> & { readonly schema: string }

/** Milliseconds between two rounds in which a process says again what it listens to. */
const betweenRounds = 20_000

/** Milliseconds for which a process without listeners keeps its connection. */
const linger = 1_000

/** Maximum number of messages that wait. Later ones are lost. */
const mostMessages = 5_000

/** Relay over the notifications of Postgres. Only messages about sessions that another process listens to are sent. */
export class DatabaseRelay implements Relay {
  private readonly local = inMemoryRelay()
  private readonly notifications: Notifications
  private readonly joined = new Map<string, Joined>()
  private readonly watchers = new Watchers()
  private watch = new Set<string>()
  private leave = new Set<string>()
  private messages: (readonly [string, JsonValue])[] = []
  private rounds: ReturnType<typeof setInterval> | undefined
  private lingering: ReturnType<typeof setTimeout> | undefined

  constructor({ schema, ...options }: DatabaseRelayOptions) {
    this.notifications = new Notifications({
      ...options,
      channel: `ctxc_${digest(schema).slice(0, 32)}`,
      takeBatch: () => this.takeBatch(),
      onListening: () => this.announceAll(),
      onBatch: (from, batch) => this.receive(from, readBatch(batch)),
    })
  }

  publish(key: SessionKey, message: JsonValue): void {
    const session = sessionDigest(key)
    // Nobody can have answered yet to what this process says with the same batch.
    const isSent = this.watchers.has(session) || this.watch.has(session)
    if (isSent && !this.notifications.isDeaf && this.messages.length < mostMessages) {
      this.messages.push([session, message])
      this.notifications.schedule()
    }
    this.local.publish(key, message)
  }

  subscribe(key: SessionKey, listener: (message: JsonValue) => void): () => void {
    const end = this.local.subscribe(key, listener)
    const session = sessionDigest(key)
    const joined = this.joined.get(session) ?? { key, listeners: 0 }
    joined.listeners++
    if (joined.listeners === 1) this.begin(session, joined)
    let isOver = false
    return () => {
      end()
      if (isOver) return
      isOver = true
      joined.listeners--
      if (joined.listeners === 0) this.finish(session)
    }
  }

  /** Gives the connection back. A later subscription takes one again. */
  async close(): Promise<void> {
    clearInterval(this.rounds)
    clearTimeout(this.lingering)
    this.rounds = undefined
    this.watchers.clear()
    this.messages = []
    this.watch.clear()
    this.leave.clear()
    await this.notifications.stop()
  }

  private begin(session: string, joined: Joined): void {
    this.joined.set(session, joined)
    this.watch.add(session)
    this.leave.delete(session)
    clearTimeout(this.lingering)
    if (this.rounds === undefined) {
      this.rounds = setInterval(() => {
        this.watchers.nextRound()
        this.announceAll()
      }, betweenRounds)
      this.rounds.unref?.()
    }
    this.notifications.start()
    this.notifications.schedule()
  }

  private finish(session: string): void {
    this.joined.delete(session)
    if (!this.watch.delete(session)) this.leave.add(session)
    this.notifications.schedule()
    if (this.joined.size > 0) return
    this.lingering = setTimeout(() => void this.close(), linger)
    this.lingering.unref?.()
  }

  private announceAll(): void {
    for (const session of this.joined.keys()) this.watch.add(session)
    this.notifications.schedule()
  }

  private takeBatch(): Batch | null {
    const batch: Batch = { watch: [...this.watch], leave: [...this.leave], messages: this.messages }
    if (batch.watch.length + batch.leave.length + batch.messages.length === 0) return null
    this.watch = new Set()
    this.leave = new Set()
    this.messages = []
    return batch
  }

  private receive(from: string, { watch, leave, messages }: Batch): void {
    // A process that begins to listen must learn that this one does.
    for (const session of watch)
      if (this.joined.has(session) && this.watchers.add(session, from)) this.watch.add(session)
    for (const session of leave) this.watchers.delete(session, from)
    for (const [session, message] of messages) {
      const joined = this.joined.get(session)
      if (joined !== undefined) this.local.publish(joined.key, message)
    }
    this.notifications.schedule()
  }
}

/** Reads a batch. A later release may send other things. */
function readBatch(value: unknown): Batch {
  const { watch, leave, messages } = Object(value) as Partial<Record<keyof Batch, unknown>>
  const listOf = <Item>(list: unknown, is: (item: unknown) => boolean): readonly Item[] =>
    Array.isArray(list) ? list.filter(is) : []
  return {
    watch: listOf(watch, isText),
    leave: listOf(leave, isText),
    messages: listOf(messages, Array.isArray),
  }
}

const sessionDigest = (key: SessionKey): string => digest(keyText(key)).slice(0, 32)
