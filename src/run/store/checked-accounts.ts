import { check, isText, objectCheck } from '../../core/form/check.ts'
import { Path } from '../../core/form/path.ts'
import { checkOwner } from '../../core/session/owner.ts'
import type { CostQuery, StoreAccounts } from './accounts.ts'
import { pageLimit } from './assert-write.ts'

const time = check('a number of milliseconds', Number.isFinite)
const appName = check('a text that is not empty', value => isText(value) && value !== '')

const assertQuery = objectCheck(
  { owner: checkOwner, app: appName, since: time, until: time } satisfies Record<keyof CostQuery, unknown>,
  [],
)

/** Returns accounts whose methods check their input. */
export const checkedAccounts = (accounts: StoreAccounts): StoreAccounts => ({
  async owners(options = {}) {
    return accounts.owners({ ...options, limit: pageLimit(options) })
  },
  async costs(query = {}) {
    assertQuery(query, Path.named('query'))
    return accounts.costs(query)
  },
})
