import { keyText, type SessionKey } from '../../core/session/owner.ts'
import type { Driver } from '../../run/runner/driver.ts'
import { assertEqual } from '../assert.ts'
import { Drives, newKey, pause } from './drives.ts'

/**
 * Check of one requirement on a driver that was not started. Rejects with an error that describes the driver's wrong
 * behaviour. Resolves to the reason if the requirement does not concern the driver.
 */
type Requirement = (driver: Driver) => Promise<string | undefined> | Promise<void>

/** Names that a database or a transport may change. */
const names = ['a/b', 'ü', 'a\0b', '\ud800', '\ud801', '"', '%', ' ', 'x'.repeat(600)]

/** Waits until a driver knows that a session is not driven any more. */
async function untilUnwoken(driver: Driver, key: SessionKey): Promise<void> {
  for (let tries = 0; (await driver.unwoken?.([key]))?.length !== 1; tries++) {
    if (tries > 200) throw new Error('expected a session without wake-up, got none')
    await pause(20)
  }
}

/**
 * Returns drives that last until `end` is called, also those of sessions that the driver knows from earlier tests. They
 * end when the driver stops, so that a fault is reported.
 */
function lastingDrives(): { readonly drives: Drives; readonly end: () => void } {
  const ended = new AbortController()
  const drives = new Drives(async (_, signal) => {
    const over = AbortSignal.any([signal, ended.signal])
    if (!over.aborted) await new Promise(resolve => over.addEventListener('abort', resolve, { once: true }))
  })
  return { drives, end: () => ended.abort() }
}

/** Requirements of drivers; each key is the text of one. */
export const driving: Readonly<Record<string, Requirement>> = {
  async 'drives a session that is woken'(driver) {
    const drives = new Drives()
    await drives.start(driver)
    const [woken, other] = [newKey(), newKey()]
    await driver.wake(woken)
    await drives.until(woken, 1)
    await drives.assertOnly(other, 0)
  },

  async 'keeps the names of sessions and owners'(driver) {
    const seen: SessionKey[] = []
    const drives = new Drives(async key => void seen.push(key))
    await drives.start(driver)
    const keys = names.flatMap(name => [
      newKey(name),
      { owner: { app: name }, id: newKey().id },
      { owner: { app: 'docs', user: name }, id: newKey().id },
    ])
    for (const key of keys) await driver.wake(key)
    for (const key of keys) await drives.until(key, 1)
    const known = new Set(keys.map(keyText))
    assertEqual(
      seen.filter(key => known.has(keyText(key))).length >= keys.length &&
        seen.every(({ owner }) => owner.app),
      true,
    )
  },

  async 'never drives a session twice at the same time'(driver) {
    const drives = new Drives(() => pause(100))
    await drives.start(driver)
    const key = newKey()
    for (let wakes = 0; wakes < 5; wakes++) {
      await driver.wake(key)
      await driver.wake(key, 0)
      await pause(30)
    }
    await drives.until(key, 1)
    await pause(300)
    assertEqual(drives.most.get(keyText(key)), 1)
  },

  async 'drives several sessions at the same time'(driver) {
    const [first, second] = [newKey(), newKey()]
    const drives = new Drives(async key => {
      if (keyText(key) === keyText(first)) await drives.until(second, 1)
    })
    await drives.start(driver)
    await driver.wake(first)
    await drives.until(first, 1)
    await driver.wake(second)
    await drives.until(second, 1)
  },

  async 'drives a session again that is woken after a drive'(driver) {
    const drives = new Drives()
    await drives.start(driver)
    const key = newKey()
    await driver.wake(key)
    await drives.until(key, 1)
    if (driver.unwoken !== undefined) await untilUnwoken(driver, key)
    else await pause(20)
    await driver.wake(key)
    await drives.until(key, 2)
  },

  async 'drives a session again that is woken during a drive, or does not count it as woken'(driver) {
    const { drives, end } = lastingDrives()
    await drives.start(driver)
    const key = newKey()
    await driver.wake(key)
    await drives.until(key, 1)
    await driver.wake(key)
    end()
    if (driver.unwoken === undefined) await drives.until(key, 2)
    else await untilUnwoken(driver, key)
  },

  async 'counts a session as woken until its drive has ended'(driver) {
    const { unwoken } = driver
    if (unwoken === undefined) return 'the driver does not spread sessions over processes'
    const { drives, end } = lastingDrives()
    await drives.start(driver)
    const [key, other] = [newKey(), newKey()]
    assertEqual(await unwoken.call(driver, [key, other]), [key, other])
    await driver.wake(key)
    assertEqual(await unwoken.call(driver, [key, other]), [other])
    await drives.until(key, 1)
    assertEqual(await unwoken.call(driver, [key, other]), [other])
    end()
    await untilUnwoken(driver, key)
    return undefined
  },

  async 'drives a session at a later time, and not before'(driver) {
    const drives = new Drives()
    await drives.start(driver)
    const key = newKey()
    const at = performance.timeOrigin + performance.now() + 1_500
    await driver.wake(key, at)
    await pause(1_200)
    assertEqual(drives.of(key), 0)
    await drives.until(key, 1)
  },

  async 'drives sessions after a drive that rejects'(driver) {
    const failing = newKey()
    const drives = new Drives(async key => {
      if (keyText(key) === keyText(failing)) throw new Error('the drive failed')
    })
    await drives.start(driver)
    const next = newKey()
    await driver.wake(failing)
    await drives.until(failing, 1)
    await driver.wake(next)
    await drives.until(next, 1)
  },

  async 'aborts drives when it stops, waits for their end, and begins none after that'(driver) {
    const drives = new Drives(async (_, signal) => {
      if (!signal.aborted)
        await new Promise(resolve => signal.addEventListener('abort', resolve, { once: true }))
      await pause(50)
    })
    await drives.start(driver)
    const [running, later] = [newKey(), newKey()]
    await driver.wake(running)
    await drives.until(running, 1)
    await driver.stop()
    assertEqual(drives.now, 0)
    await driver.wake(later)
    await drives.assertOnly(later, 0)
    assertEqual(drives.of(running), 1)
  },
}
