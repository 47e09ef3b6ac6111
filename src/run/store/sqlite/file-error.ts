import { reasonOf } from '../../../core/text/reason.ts'

/**
 * Error of a call for which another program locked the file during the whole `busyTimeout`. Nothing was read or
 * written, and the call may be repeated.
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
 * Error of a damaged file: a part of it was overwritten, or another program changed it.
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

/** SQLite's error codes for a damaged file: corrupt, and not a database. */
const damaged = new Set([11, 26])

/** Whether an error means that the file is damaged: SQLite's error code, or an error of code that only read. */
export function isDamageError(error: unknown, isReading: boolean): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error) return damaged.has(Number(error.errcode) & 0xff)
  if (error instanceof SyntaxError) return true
  // When data is written, the same errors may be caused by a value that is not JSON.
  return isReading && (error instanceof TypeError || error instanceof RangeError) && !('code' in error)
}
