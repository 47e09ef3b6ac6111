import type { Relay } from '../../store/relay.ts'

/** Settings for sharing the sessions of a store with other processes. */
export interface Sharing {
  /** Name of this process as a holder of leases, unlike that of every other process; a random UUID by default. */
  readonly holder?: string
  /**
   * Milliseconds for which a session stays with a process that died, or that no longer reaches the store; 15,000 by
   * default. A process renews its leases three times as often.
   */
  readonly leaseLength?: number
  /** Milliseconds between two looks for what other processes appended; 250 by default. */
  readonly pollInterval?: number
  /**
   * Carries parts of answers to the followers in other processes; the relay of the store by default. A store without
   * one, such as `sqliteStore`, shows the followers in other processes only what is stored.
   */
  readonly relay?: Relay
}

/** Options of `Sharing` that have a value in every runner. */
export type SharingSettings = Sharing & Required<Omit<Sharing, 'relay'>>

export const defaultSharing = { leaseLength: 15_000, pollInterval: 250 }
