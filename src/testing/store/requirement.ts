import type { Store } from '../../run/store/store.ts'

/** Maker of stores for `testStore`. */
export interface StoreMaker {
  /** Returns an empty store. */
  make(): Store | Promise<Store>
  /** Returns a second store over the data of one, as another process has it; omit it if the data is in memory only. */
  again?(store: Store): Store | Promise<Store>
  /** Milliseconds within which `watch` must call a listener; 5,000 by default. */
  readonly watchTimeout?: number
}

/** Check of one requirement on an empty store. Rejects with an error that says what the store did instead. */
type Requirement = (store: Store, maker: StoreMaker) => Promise<void>

/** Requirements of one topic, by their names. */
export type Requirements = Readonly<Record<string, Requirement>>
