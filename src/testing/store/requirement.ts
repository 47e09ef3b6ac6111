import type { Store } from '../../run/store/store.ts'

/** Factory of stores for `testStore`. */
export interface StoreMaker {
  /** Returns an empty store. */
  make(): Store | Promise<Store>
  /** Returns a second store over the data of a store, as in another process. Omit it if the data is only in memory. */
  again?(store: Store): Store | Promise<Store>
}

/**
 * Check of one requirement on an empty store. Rejects with an error that describes the store's wrong behaviour. Resolves
 * to the reason if the requirement does not concern the store.
 */
type Requirement = (store: Store, maker: StoreMaker) => Promise<string | undefined> | Promise<void>

/** Checks of one topic. Each key is the text of a requirement. */
export type Requirements = Readonly<Record<string, Requirement>>
