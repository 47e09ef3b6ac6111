import type { TokenCounts } from '../../../core/ir/event.ts'
import {
  type CallCost,
  type CostQuery,
  type OwnerCost,
  type OwnerInfo,
  type OwnersOptions,
  type StoreAccounts,
  tokenColumns,
  tokenNames,
} from '../accounts.ts'
import { pageLimit } from '../assert-write.ts'
import type { Page } from '../cursor.ts'
import { ownerCursorText, readOwnerCursor } from '../cursor.ts'
import type { Database } from './database.ts'
import { nameFromHex, nameToHex } from './key-bytes.ts'
import { ownerOfRow, ownerParameters } from './rows.ts'

/** Returns the costs of an append as JSON text, by the columns of their table. */
export const costsText = (costs: readonly CallCost[]): string =>
  JSON.stringify(
    costs.map(({ model, usage, usd }) => ({
      model: nameToHex(model),
      usd,
      ...Object.fromEntries(tokenNames.map(name => [tokenColumns[name], usage[name] ?? 0])),
    })),
  )

/** Owners and costs in a Postgres database. */
export class DatabaseAccounts implements StoreAccounts {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  async owners(options: OwnersOptions = {}): Promise<Page<OwnerInfo>> {
    const limit = pageLimit(options)
    const after = options.after === undefined ? ['', ''] : ownerParameters(readOwnerCursor(options.after))
    const rows = await this.database.run('owners', [...after, `${limit + 1}`])
    const items = rows
      .slice(0, limit)
      .map(row => ({ owner: ownerOfRow(row), sessions: Number(row[2]), updated: Number(row[3]) }))
    const last = items.at(-1)
    return { items, next: last && rows.length > limit ? ownerCursorText(last.owner) : null }
  }

  async costs({ owner, app, since = -Infinity, until = Infinity }: CostQuery = {}) {
    if (owner !== undefined && app !== undefined && owner.app !== app) return []
    const names =
      owner === undefined ? [app === undefined ? null : nameToHex(app), null] : ownerParameters(owner)
    const rows = await this.database.run('costs', [...names, `${since}`, `${until}`])
    return rows.map(
      (row): OwnerCost => ({
        owner: ownerOfRow(row),
        model: nameFromHex(row[2] as string),
        calls: Number(row[3]),
        usage: Object.fromEntries(
          tokenNames.map((name, index) => [name, Number(row[6 + index])]),
        ) as unknown as Required<TokenCounts>,
        usd: Number(row[4]),
        unpriced: Number(row[5]),
      }),
    )
  }
}
