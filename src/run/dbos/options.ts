import { type Check, check, trueOrFalse, withMethods } from '../../core/form/check.ts'
import type { OptionsForm } from '../../core/form/options.ts'
import { nonEmptyText } from '../../core/form/quantities.ts'
import { isObject } from '../../core/ir/json.ts'
import type { SessionKey } from '../../core/session/owner.ts'
import type { DbosPool } from './launch.ts'
import { checkLimits, type QueueLimits } from './queues.ts'

/** Options of `dbosDriver`. */
export interface DbosDriverOptions {
  /** Your pool of the package `pg`, with at least 4 connections. It stays open when the runner stops. */
  readonly pool: DbosPool
  /** Schema of DBOS's tables; `dbos` by default. */
  readonly schema?: string
  /** Name of the application. Programs that share a database need different names; `ctxc` by default. */
  readonly name?: string
  /** Whether this process runs sessions; true by default. If false, it only wakes them, as a web server may do. */
  readonly worker?: boolean
  /** Limits of each queue, by its name; one queue `sessions` by default. All processes must have the same queues. */
  readonly queues?: Readonly<Record<string, QueueLimits>>
  /** Returns the name of a session's queue, such as one for each model; the first queue by default. */
  readonly queueOf?: (key: SessionKey) => string
  /** Returns the name of a session's tenant; app and user by default. */
  readonly tenantOf?: (key: SessionKey) => string
}

const aFunction: Check = check('a function', value => typeof value === 'function')

/** Checks the limits of queues by name. */
const checkQueues: Check = (value, at) => {
  check('an object with a property for each queue', each => isObject(each) && Object.keys(each).length > 0)(
    value,
    at,
  )
  for (const [name, limits] of Object.entries(value as object)) checkLimits(limits, at.in(name))
}

/** Form of the options. */
export const form: OptionsForm<DbosDriverOptions> = {
  needs: { pool: withMethods('a Pool of the package pg', 'connect', 'query', 'on') },
  takes: {
    schema: nonEmptyText,
    name: nonEmptyText,
    worker: trueOrFalse,
    queues: checkQueues,
    queueOf: aFunction,
    tenantOf: aFunction,
  },
}
