import type { Store } from '../../run/store/store.ts'

/** Factory of stores for `testStore`. */
export interface StoreMaker {
  /** Returns an empty store. */
  make(): Store | Promise<Store>
  /** Returns a second store over the same data, as in another process; omit it if the data is only in memory. */
  again?(store: Store): Store | Promise<Store>
  /** Milliseconds within which `watch` must call a listener; 5,000 by default. */
  readonly watchTimeout?: number
}

/** Check of one requirement on an empty store. Rejects with an error that describes the store's wrong behaviour. */
type Requirement = (store: Store, maker: StoreMaker) => Promise<void>

/** Checks of one topic, by the text of the requirement. */
export type Requirements = Readonly<Record<string, Requirement>>
