// Environment of runners: a clock, waits of models and tools, a store that knows its lengths, and what ran.
import { inMemoryStore, type SessionKey, type Store, type StoredEvent } from '../../../store/index.ts'

/** Record of a tool that began to run. */
export interface Execution {
  /** Number of the runner, counted across restarts. */
  readonly runner: number
  readonly session: string
  /** Place of the call. */
  readonly call: string
  readonly tool: string
  readonly input: unknown
  /** Number of events in the store when the tool began. */
  readonly at: number
  /** Number of events that the runner knew then. Another runner may have appended more since it read the session. */
  readonly known: number
  readonly now: number
}

/** Text that identifies a session. */
export const textOf = ({ owner, id }: SessionKey): string => `${owner.user ?? ''}/${id}`

/** Everything that a schedule controls, except the runners. */
export class World {
  now = 1_000
  /** Number of streams that pause in the middle. */
  halted = 0
  readonly executions: Execution[] = []
  /** Texts of the requests that models got. */
  readonly requests: string[] = []
  readonly store: Store
  private readonly kept = inMemoryStore()
  private readonly lengths = new Map<string, number>()
  private readonly known = new Map<string, number>()
  private readonly doors: (() => void)[] = []
  private ids = 0

  constructor() {
    const { kept, lengths } = this
    this.store = Object.assign(Object.create(kept) as Store, {
      append: async (...given: Parameters<Store['append']>) => {
        const revision = await kept.append(...given)
        lengths.set(textOf(given[0]), revision)
        return revision
      },
      fork: async (...given: Parameters<Store['fork']>) => {
        const revision = await kept.fork(...given)
        if (revision !== null) lengths.set(textOf({ ...given[0], id: given[1] }), revision)
        return revision
      },
    })
  }

  /** Returns the store as a runner sees it. The world remembers what the runner knows. */
  storeOf(runner: number): Store {
    const { store, known } = this
    return Object.assign(Object.create(store) as Store, {
      append: async (...given: Parameters<Store['append']>) => {
        const revision = await store.append(...given)
        known.set(`${runner} ${textOf(given[0])}`, revision)
        return revision
      },
      read: async (...given: Parameters<Store['read']>) => {
        const record = await store.read(...given)
        if (record !== null) known.set(`${runner} ${textOf(given[0])}`, record.revision)
        return record
      },
    })
  }

  /** Number of events of a session that a runner knows. */
  knownTo(runner: number, session: string): number {
    return this.known.get(`${runner} ${session}`) ?? 0
  }

  /** Number of events of a session in the store. */
  lengthOf(session: string): number {
    return this.lengths.get(session) ?? 0
  }

  async eventsOf(key: SessionKey): Promise<readonly StoredEvent[]> {
    return (await this.kept.read(key))?.events ?? []
  }

  /** Returns an id that no call has. */
  newId(): string {
    return `c${++this.ids}`
  }

  /** Waits until the schedule releases the work, or a signal aborts. */
  wait(signal?: AbortSignal): Promise<void> {
    return new Promise(resolve => {
      this.doors.push(resolve)
      signal?.addEventListener('abort', () => resolve(), { once: true })
    })
  }

  /** Pauses in the middle of a stream. */
  async halt(signal: AbortSignal): Promise<void> {
    this.halted++
    await this.wait(signal)
    this.halted--
  }

  get isWaiting(): boolean {
    return this.doors.length > 0
  }

  /** Releases one piece of waiting work. */
  open(which: number): void {
    const [door] = this.doors.splice(which % Math.max(1, this.doors.length), 1)
    door?.()
  }

  /** Lets everything happen that waits for no release. This needs only microtasks. */
  settle(): Promise<void> {
    return new Promise(resolve => setImmediate(resolve))
  }
}
