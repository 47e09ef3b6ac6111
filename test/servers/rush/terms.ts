import type { SessionKey } from '../../../src/run/store/index.ts'

/** Settings of a process. */
export interface WorkerTerms {
  readonly schema: string
  /** Address of the provider. */
  readonly url: string
  readonly calls?: number
  readonly tokensPerMinute?: number
  readonly holder?: string
  readonly leaseLength: number
  /** Whether the process first answers a session of its own, as one that has run for some time. */
  readonly isWarm: boolean
}

/** Returns the key of a session. Each user has some. */
export const keyOf = (at: number): SessionKey => ({
  owner: { app: 'rush', user: `u${at % 50}` },
  id: `s${at}`,
})
