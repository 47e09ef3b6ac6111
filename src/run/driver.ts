import { keyText, type SessionKey } from '../store/owner.ts'

/** Runs one session until it rests. */
export type Drive = (key: SessionKey, signal: AbortSignal) => Promise<void>

/**
 * Engine that runs sessions: it calls `drive` for a session after each `wake`, one call for a session at a time. The log
 * decides what is next, so an engine may call `drive` too often or on two machines: the later append loses.
 */
export interface Driver {
  start(drive: Drive): Promise<void>
  /** Asks for a drive, now or at a time in milliseconds since 1970. */
  wake(key: SessionKey, at?: number): Promise<void>
  /** Runs some work while no drive of the session runs here. */
  withLock<Result>(key: SessionKey, work: () => Promise<Result>): Promise<Result>
  /** Stops all drives and timers, and waits for them. */
  stop(): Promise<void>
}

/** Longest delay of a timer, in milliseconds; longer ones fire at once. */
const longestDelay = 2 ** 31 - 1

/** Returns a driver that runs sessions in this process. `now` returns milliseconds since 1970. */
export function inProcessDriver(now: () => number): Driver {
  const locks = new Map<string, Promise<unknown>>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const queued = new Set<string>()
  const stopping = new AbortController()
  let drive: Drive = async () => {}

  const withLock = <Result>(key: SessionKey, work: () => Promise<Result>): Promise<Result> => {
    const name = keyText(key)
    const before = locks.get(name) ?? Promise.resolve()
    const done = before.then(work, work)
    const settled = done.then(
      () => {},
      () => {},
    )
    locks.set(name, settled)
    void settled.then(() => {
      if (locks.get(name) === settled) locks.delete(name)
    })
    return done
  }

  const wakeNow = (key: SessionKey): void => {
    const name = keyText(key)
    // A drive that waits for its turn will see everything that is in the log by then.
    if (stopping.signal.aborted || queued.has(name)) return
    queued.add(name)
    void withLock(key, () => {
      queued.delete(name)
      return stopping.signal.aborted ? Promise.resolve() : drive(key, stopping.signal)
    }).catch(() => {})
  }

  const wakeAt = (key: SessionKey, at: number): void => {
    const name = keyText(key)
    clearTimeout(timers.get(name))
    const delay = Math.min(Math.max(0, at - now()), longestDelay)
    const timer = setTimeout(() => {
      timers.delete(name)
      if (now() < at) wakeAt(key, at)
      else wakeNow(key)
    }, delay)
    timer.unref?.()
    timers.set(name, timer)
  }

  return {
    async start(given) {
      drive = given
    },
    async wake(key, at) {
      if (at === undefined) wakeNow(key)
      else wakeAt(key, at)
    },
    withLock,
    async stop() {
      stopping.abort(new Error('the runner was stopped'))
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(locks.values())
    },
  }
}
