import type { TokenCounts } from '../../../core/ir/event.ts'
import type { Owner } from '../../../core/session/owner.ts'
import { type CallCost, type CostQuery, type OwnerCost, tokenColumns, tokenNames } from '../accounts.ts'
import { decodeColumnText, encodeColumnText } from './column-text.ts'
import type { DatabaseSync } from './database.ts'
import { ownerColumns, ownerOfRow } from './session-table.ts'

/** Columns of the token counts, in the order of their names. */
const columns = tokenNames.map(name => tokenColumns[name])

/** Query of sums. Each condition is a query of its own, so that an index can be searched for it. */
const sums = (condition: string): string => `
  select app, user, model, count(*) as calls, coalesce(sum(usd), 0.0) as usd,
    count(*) - count(usd) as unpriced, ${columns.map(column => `sum(${column}) as ${column}`).join()}
  from ctxc_cost where ${condition} group by app, user, model order by app, user, model`

const queries = (database: DatabaseSync) => ({
  insert: database.prepare(`insert into ctxc_cost (app, user, time, model, usd, ${columns.join()})
    values (?, ?, ?, ?, ?, ${columns.map(() => '?').join()})`),
  delete: database.prepare('delete from ctxc_cost where app = ? and user = ?'),
  ofAll: database.prepare(sums('time >= ? and time < ?')),
  ofApp: database.prepare(sums('time >= ? and time < ? and app = ?')),
  ofOwner: database.prepare(sums('time >= ? and time < ? and app = ? and user = ?')),
})

/** Row of a sum. */
interface SumRow {
  readonly app: string
  readonly user: string
  readonly model: string
  readonly calls: number
  readonly usd: number
  readonly unpriced: number
}

/** Table of the costs of model calls. It only grows, so that appends of one owner do not wait for each other. */
export class CostTable {
  private readonly sql: ReturnType<typeof queries>

  constructor(database: DatabaseSync) {
    this.sql = queries(database)
  }

  record(owner: Owner, time: number, costs: readonly CallCost[]): void {
    for (const { model, usage, usd } of costs)
      this.sql.insert.run(
        ...ownerColumns(owner),
        time,
        encodeColumnText(model),
        usd,
        ...tokenNames.map(name => usage[name] ?? 0),
      )
  }

  deleteOwner(owner: Owner): void {
    this.sql.delete.run(...ownerColumns(owner))
  }

  sum({ owner, app, since = -Number.MAX_VALUE, until = Number.MAX_VALUE }: CostQuery): readonly OwnerCost[] {
    if (owner !== undefined && app !== undefined && owner.app !== app) return []
    const rows = (owner !== undefined
      ? this.sql.ofOwner.all(since, until, ...ownerColumns(owner))
      : app !== undefined
        ? this.sql.ofApp.all(since, until, encodeColumnText(app))
        : this.sql.ofAll.all(since, until)) as unknown as readonly SumRow[]
    return rows.map(row => ({
      owner: ownerOfRow(row),
      model: decodeColumnText(row.model),
      calls: row.calls,
      usage: Object.fromEntries(
        tokenNames.map(name => [name, row[tokenColumns[name] as keyof SumRow]]),
      ) as unknown as Required<TokenCounts>,
      usd: row.usd,
      unpriced: row.unpriced,
    }))
  }
}
