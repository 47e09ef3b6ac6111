import { check, objectCheck } from '../../core/form/check.ts'
import { Path } from '../../core/form/path.ts'
import { filledText } from '../../core/form/quantities.ts'
import { checkOwner } from '../../core/session/owner.ts'
import type { CostQuery, StoreAccounts } from './accounts.ts'
import { pageLimit } from './assert-write.ts'

const time = check('a number of milliseconds', Number.isFinite)

const assertQuery = objectCheck(
  { owner: checkOwner, app: filledText, since: time, until: time } satisfies Record<keyof CostQuery, unknown>,
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
