import { reasonOf } from '../../core/text/reason.ts'
import type { Store } from './store.ts'

/** Kind of data of an owner. */
export type OwnedData = 'caches' | 'storage' | 'memories' | 'sessions'

/** Data that `forget` deleted. */
export interface DeletedData {
  readonly kind: OwnedData
  /** Place in the options of `forget`, such as `stores[0]`. */
  readonly where: string
  /** Number of caches, keys or sessions; null if the place does not count what it deletes. */
  readonly count: number | null
}

/** Data that `forget` could not delete. */
export interface LeftData {
  /** `bytes`: deleted data that the files of a database have still. `runs`: a process works on a session. */
  readonly kind: OwnedData | 'bytes' | 'runs'
  /** Place in the options of `forget`, such as `stores[0]`, or the name of a cache or a session. */
  readonly where: string
  readonly why: string
  /** Time at which the provider deletes a cache itself, in milliseconds since 1970. */
  readonly until?: number
}

/** Report of `forget`. */
export interface ForgetReport {
  readonly deleted: readonly DeletedData[]
  /** Empty if nothing is left in the places that the options name. */
  readonly left: readonly LeftData[]
}

/** Writer of a report. */
export class ForgetLog implements ForgetReport {
  readonly deleted: DeletedData[] = []
  readonly left: LeftData[] = []
  private readonly signal: AbortSignal | undefined

  constructor(signal: AbortSignal | undefined) {
    this.signal = signal
  }

  /** Does some work. If it fails, or was aborted before, the place is among what is left. */
  async attempt(kind: LeftData['kind'], where: string, work: () => Promise<unknown>): Promise<void> {
    try {
      this.signal?.throwIfAborted()
      await work()
    } catch (error) {
      this.left.push({ kind, where, why: reasonOf(error) })
    }
  }

  /** Removes deleted data from the files of a store. */
  erase(where: string, store: Pick<Store, 'erase'>): Promise<void> {
    return this.attempt('bytes', where, async () => {
      const why = store.erase === undefined ? unknownBytes : await store.erase()
      if (why !== null) this.left.push({ kind: 'bytes', where, why })
    })
  }
}

const unknownBytes = 'it has no method erase, so its files may have deleted data'
