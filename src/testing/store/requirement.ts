import type { Store } from '../../run/store/store.ts'

/** Factory of stores for `testStore`. */
export interface StoreMaker {
  /** Returns an empty store. */
  make(): Store | Promise<Store>
  /** Returns a second store over the data of a store, as in another process. Omit it if the data is only in memory. */
  again?(store: Store): Store | Promise<Store>
  /** Time limit in milliseconds within which `watch` must call a listener. Default: 5,000. */
  readonly watchTimeout?: number
}

/** Check of one requirement on an empty store. Rejects with an error that describes the store's wrong behaviour. */
type Requirement = (store: Store, maker: StoreMaker) => Promise<void>

/** Checks of one topic. Each key is the text of a requirement. */
export type Requirements = Readonly<Record<string, Requirement>>
