import { reasonOf } from '../../../core/text/reason.ts'

/**
 * Another program had the file locked for the whole `busyTimeout`, so nothing was read or written. The call may be made again.
 *
 * @example
 * import { LockedError } from 'ctxc/store/sqlite'
 *
 * const error = new LockedError('sessions.db', 5_000)
 * console.log(error.message) // 'sessions.db' was locked by another program for 5000 ms, so nothing was read or written: …
 */
export class LockedError extends Error {
  override readonly name = 'LockedError'
  readonly file: string

  constructor(file: string, milliseconds: number, cause?: unknown) {
    super(
      `'${file}' was locked by another program for ${milliseconds} ms, so nothing was read or written: try again, or end that program`,
      { cause },
    )
    this.file = file
  }
}

/**
 * The file has something that no store wrote: a part of it was overwritten, or another program changed it.
 *
 * @example
 * import { DamagedError } from 'ctxc/store/sqlite'
 *
 * const error = new DamagedError('sessions.db', "session 's1' of 'shop'", new SyntaxError('Unexpected token'))
 * console.log(error.message) // 'sessions.db' is damaged: session 's1' of 'shop' cannot be read (Unexpected token). …
 */
export class DamagedError extends Error {
  override readonly name = 'DamagedError'
  readonly file: string

  constructor(file: string, what: string, cause: unknown) {
    super(
      `'${file}' is damaged: ${what} cannot be read (${reasonOf(cause)}). Restore a backup, or save what is left with \`.recover\` of the sqlite3 program`,
      { cause },
    )
    this.file = file
  }
}

/** SQLite's codes of a damaged file. */
const damaged = new Set([11, 26])

/** Whether an error comes from data that no store wrote: SQLite's own, or an error of code that only read the data. */
export function isDamage(error: unknown, isReading: boolean): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error) return damaged.has(Number(error.errcode) & 0xff)
  if (error instanceof SyntaxError) return true
  // A value that is being written may be no JSON.
  return isReading && (error instanceof TypeError || error instanceof RangeError) && !('code' in error)
}
