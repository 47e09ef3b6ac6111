// The driver of one process meets the contract that `testDriver` checks, and the checks find faults. They take seconds.
import { describe, expect, test } from 'vitest'
import { type Driver, inProcessDriver } from '../../../run.ts'
import { newKey } from '../../../testing/driver/drives.ts'
import { testDriver } from '../../../testing/index.ts'

describe('inProcessDriver', () => {
  for (const { name, run } of testDriver({ make: () => inProcessDriver(Date.now) }))
    test.concurrent(name, async () => {
      expect((await run()) === undefined).toBe(!name.startsWith('counts'))
    })
})

test('the contract accepts a driver that also drives sessions of earlier tests', async () => {
  const requirements = testDriver({
    make: () => {
      const driver = inProcessDriver(Date.now)
      const wake = driver.wake.bind(driver)
      driver.wake = async (key, at) => {
        await wake(newKey('earlier'))
        await new Promise(resolve => setTimeout(resolve, 10))
        await wake(key, at)
      }
      return driver
    },
  })
  const lasting = requirements.filter(({ name }) => name.includes('woken during a drive'))
  expect(lasting).toHaveLength(1)
  for (const { run } of lasting) await run()
})

/** Methods of a driver. */
type Methods = Pick<Driver, 'start' | 'wake' | 'stop'>

/** Drivers with one fault each, and the beginning of the requirement that must find it. */
const broken: Readonly<Record<string, [requirement: string, change: (driver: Methods) => Partial<Methods>]>> =
  {
    'that forgets a wake-up': ['drives a session that', () => ({ wake: async () => {} })],
    'that drives a session twice': [
      'never drives',
      driver => {
        let drive: Parameters<Driver['start']>[0] = async () => {}
        return {
          start: (given, terms) => {
            drive = given
            return driver.start(given, terms)
          },
          wake: async key => void drive(key, new AbortController().signal),
        }
      },
    ],
    'that drives too early': [
      'drives a session at a later time',
      driver => ({ wake: key => driver.wake(key) }),
    ],
    'that does not stop': ['aborts drives', () => ({ stop: async () => {} })],
    'that changes names': [
      'keeps the names',
      driver => ({ wake: (key, at) => driver.wake({ ...key, id: key.id.toWellFormed() }, at) }),
    ],
  }

describe('the contract finds a driver', () => {
  for (const [fault, [requirement, change]] of Object.entries(broken))
    test.concurrent(fault, async () => {
      const make = (): Driver => {
        const driver = inProcessDriver(Date.now)
        const methods: Methods = {
          start: (drive, terms) => driver.start(drive, terms),
          wake: (key, at) => driver.wake(key, at),
          stop: () => driver.stop(),
        }
        return { ...methods, ...change(methods) }
      }
      const found = testDriver({ make }).find(({ name }) => name.startsWith(requirement))
      await expect(found?.run()).rejects.toThrow(/expected/)
    })
})
