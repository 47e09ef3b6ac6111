import { keyText, type SessionKey } from '../../core/session/owner.ts'
import type { Drive, Driver, DriverTerms } from '../../run/runner/driver.ts'
import { assertEqual } from '../assert.ts'

/** Milliseconds in which a driver must do what is required of it. */
const patience = 5_000

/** Milliseconds in which a driver would do what is forbidden. */
const caution = 300

export const pause = (milliseconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, milliseconds))

/** Number of sessions that the tests of this process have used. */
let used = 0

/** Returns the key of a session that no other test uses. A driver may still know the sessions of earlier tests. */
export const newKey = (id = 's'): SessionKey => ({
  owner: { app: 'docs', user: 'ada' },
  id: `${id} ${performance.timeOrigin} ${++used}`,
})

/** Drives of a driver, as the runner of a process sees them. */
export class Drives {
  /** Number of drives of each session that began. */
  readonly begun = new Map<string, number>()
  /** Highest number of drives of each session at the same time. */
  readonly most = new Map<string, number>()
  /** Number of drives that are in progress. */
  now = 0
  private readonly running = new Map<string, number>()
  private readonly drive: Drive

  /** `drive` is called for each drive; by default, it does nothing. */
  constructor(drive: Drive = async () => {}) {
    this.drive = drive
  }

  async start(driver: Driver): Promise<void> {
    const terms: DriverTerms = {
      holder: `test ${performance.timeOrigin} ${++used}`,
      leaseLength: 60_000,
      now: () => performance.timeOrigin + performance.now(),
    }
    await driver.start((key, signal) => this.count(key, signal), terms)
  }

  private async count(key: SessionKey, signal: AbortSignal): Promise<void> {
    const name = keyText(key)
    const { begun, running, most } = this
    const now = (running.get(name) ?? 0) + 1
    begun.set(name, this.of(key) + 1)
    running.set(name, now)
    most.set(name, Math.max(most.get(name) ?? 0, now))
    this.now++
    try {
      await this.drive(key, signal)
    } finally {
      running.set(name, (running.get(name) ?? 0) - 1)
      this.now--
    }
  }

  /** Returns the number of drives of a session that began. */
  of(key: SessionKey): number {
    return this.begun.get(keyText(key)) ?? 0
  }

  /** Waits until a session was driven a number of times, and throws an Error if that takes too long. */
  async until(key: SessionKey, times: number): Promise<void> {
    const end = performance.now() + patience
    while (this.of(key) < times) {
      if (performance.now() > end) throw new Error(`expected ${times} drives, got ${this.of(key)}`)
      await pause(5)
    }
  }

  /** Throws an Error unless the number of drives of a session stays the same. */
  async assertOnly(key: SessionKey, times: number): Promise<void> {
    await pause(caution)
    assertEqual(this.of(key), times)
  }
}
