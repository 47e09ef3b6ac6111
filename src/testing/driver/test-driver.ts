import type { Driver } from '../../run/runner/driver.ts'
import { driving } from './driving.ts'

/** Factory of drivers for `testDriver`. */
export interface DriverMaker {
  /** Returns a driver that was not started. */
  make(): Driver | Promise<Driver>
}

/** Test of one requirement that every driver must meet. */
export interface DriverTest {
  readonly name: string
  /**
   * Runs the test. Rejects with an error that describes the driver's wrong behaviour. Resolves to the reason if the test
   * was skipped, because the driver lacks an optional method; otherwise to undefined.
   */
  run(): Promise<string | undefined>
}

/**
 * Returns tests of all requirements for a driver, for use with any test runner. Each test uses a new driver. Run one
 * after the other, with a time limit of 30 seconds.
 *
 * @example
 * import { inProcessDriver } from 'ctxc/run'
 * import { testDriver } from 'ctxc/testing'
 *
 * for (const { run } of testDriver({ make: () => inProcessDriver(Date.now) })) await run() // test(name, run) in a test runner
 */
export const testDriver = (maker: DriverMaker): readonly DriverTest[] =>
  Object.entries(driving).map(([name, check]) => ({
    name,
    async run() {
      const driver = await maker.make()
      try {
        return (await check(driver)) ?? undefined
      } finally {
        await driver.stop()
      }
    },
  }))
