import { check, oneOf } from '../../../core/form/check.ts'
import { type OptionsForm, readOptions } from '../../../core/form/options.ts'
import { Path } from '../../../core/form/path.ts'
import type { Store } from '../store.ts'
import { FileStore } from './file-store.ts'
import { openDatabase, type Synchronous } from './open-database.ts'
import { defaultBusyTimeout } from './patient.ts'

/** Options of `sqliteStore`. */
export interface SqliteOptions {
  /** Durability of a commit; `full` by default, which survives a power cut. */
  readonly synchronous?: Synchronous
  /**
   * Maximum number of milliseconds for which a call waits while another process writes; 5,000 by default. Other work in
   * this process continues. If the time is over, the call rejects with a `LockedError`.
   */
  readonly busyTimeout?: number
}

const form: OptionsForm<SqliteOptions> = {
  takes: {
    synchronous: oneOf(['full', 'normal']),
    busyTimeout: check('a number of milliseconds', value => Number.isFinite(value) && Number(value) >= 0),
  },
}

/** Path of the file if none is given. */
const defaultPath = '.ctxc/sessions.db'

/**
 * Returns a store in one SQLite file, which is created with mode 0600 if it does not exist; `:memory:` keeps everything
 * in memory. Any number of processes may share it.
 *
 * Throws an Error with advice if there is no SQLite, if the file cannot be opened or written, or if another program or
 * a later release wrote it; throws a TypeError for malformed options.
 *
 * @example
 * import { sqliteStore } from 'ctxc/store/sqlite'
 *
 * const store = sqliteStore(':memory:')
 * const key = { owner: { app: 'docs', user: 'ada' }, id: 's1' }
 * await store.append(key, {
 *   expectedRevision: 0,
 *   events: [{ author: 'user', text: 'Hello' }],
 *   status: 'due',
 *   time: Date.now(),
 * })
 * console.log((await store.list(key.owner)).items.length) // 1
 * await store.close()
 */
export function sqliteStore(path: string = defaultPath, options: SqliteOptions = {}): Store {
  check('a string that is not empty', value => typeof value === 'string' && value !== '')(
    path,
    Path.named('the path of sqliteStore'),
  )
  const given = readOptions(form, options, 'sqliteStore')
  const { synchronous = 'full', busyTimeout = defaultBusyTimeout } = given
  return new FileStore(openDatabase(path, synchronous), busyTimeout)
}
