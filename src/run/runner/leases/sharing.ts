/** How a runner shares the sessions of its store with other processes. */
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
}

export const defaultSharing = { leaseLength: 15_000, pollInterval: 250 }
