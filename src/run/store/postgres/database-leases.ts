import type { SessionKey } from '../../../core/session/owner.ts'
import type {
  KnownRevision,
  Lease,
  LeasePause,
  LeaseTerms,
  SessionChange,
  SessionLeases,
  TakeDueTerms,
} from '../leases.ts'
import type { Database } from './database.ts'
import { nameToHex } from './key-bytes.ts'
import { keyParameters, leaseOfRow, ownerParameters } from './rows.ts'

/** Leases in a Postgres database. They end by the database's clock. */
export class DatabaseLeases implements SessionLeases {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  async take(key: SessionKey, { holder, length }: LeaseTerms): Promise<Lease | null> {
    const [row] = await this.database.run('take', [...keyParameters(key), nameToHex(holder), `${length}`])
    return row === undefined ? null : leaseOfRow(row)
  }

  // The time at which a session needs a runner is of a runner's clock, so it is compared with `now`.
  async takeDue({ holder, length, now, limit = 50, app }: TakeDueTerms): Promise<readonly Lease[]> {
    const ofApp = app === undefined ? null : nameToHex(app)
    const rows = await this.database.run('takeDue', [
      nameToHex(holder),
      `${length}`,
      `${now}`,
      ofApp,
      `${limit}`,
    ])
    return rows.map(leaseOfRow)
  }

  async renew({ holder, length }: LeaseTerms): Promise<readonly Lease[]> {
    return (await this.database.run('renew', [nameToHex(holder), `${length}`])).map(leaseOfRow)
  }

  async release({ key, fence }: Pick<Lease, 'key' | 'fence'>, pause?: LeasePause): Promise<void> {
    const length = pause === undefined ? null : `${pause.length}`
    await this.database.run('release', [...keyParameters(key), `${fence}`, length])
  }

  async changed(known: readonly KnownRevision[]): Promise<readonly SessionChange[]> {
    const given = known.map(({ key, revision }, place) => {
      const [app, app_user, id] = ownerParameters(key.owner, key.id)
      return { place, app, app_user, id, revision }
    })
    const rows = await this.database.run('changed', [JSON.stringify(given)])
    return rows.flatMap(([place, change, state]) => {
      const key = known[Number(place)]?.key
      if (key === undefined) return []
      return [{ key, isChanged: change !== null, isFree: state !== 'held', isPaused: state === 'paused' }]
    })
  }
}
