import { type Check, objectCheck, oneOf } from '../../core/form/check.ts'
import { Path } from '../../core/form/path.ts'
import { amount } from '../../core/form/quantities.ts'
import type { RunAction } from '../../core/ir/run-action.ts'
import { type Owner, ownerText } from '../../core/session/owner.ts'
import type { OwnerCost, StoreAccounts } from '../store/accounts.ts'
import type { Store } from '../store/store.ts'
import { StoreError } from './store/store-error.ts'

/** Maximum costs of an owner's model calls in a period. */
export interface Quota {
  /** Maximum price of the calls in USD. Calls whose price is not known do not count. */
  readonly usd?: number
  /** Maximum number of input and output tokens. */
  readonly tokens?: number
  /** Period, by the calendar in UTC. */
  readonly per: 'day' | 'month'
  /** Calls that count: those of the session's owner (the default), or those of its app with all users. */
  readonly of?: 'owner' | 'app'
}

/** Quota of all owners, or a function that returns the quota of an owner; null for none. */
export type Quotas = Quota | ((owner: Owner) => Quota | null)

const assertFields = objectCheck(
  { usd: amount, tokens: amount, per: oneOf(['day', 'month']), of: oneOf(['owner', 'app']) } satisfies Record<
    keyof Quota,
    Check
  >,
  ['per'],
)

const assertQuota: Check = (value, at) => {
  assertFields(value, at)
  const { usd, tokens } = value as Quota
  if (usd === undefined && tokens === undefined) throw at.wrong('needs usd or tokens')
}

/** Error of a model call that would exceed a quota. It ends the run, not the call alone. */
export class QuotaError extends Error {
  override readonly name = 'QuotaError'
  readonly limit: NonNullable<RunAction['limit']>

  constructor(limit: NonNullable<RunAction['limit']>) {
    super(`the quota of ${limit.most} is reached`)
    this.limit = limit
  }
}

/** Whether an error ends the work on a session, so that neither another model nor a callback may answer in its place. */
export const endsDrive = (error: unknown): boolean =>
  error instanceof QuotaError || error instanceof StoreError

/** Check of the option `quota`. */
export const assertQuotas: Check = (value, at) =>
  typeof value === 'function' ? undefined : assertQuota(value, at)

/** Milliseconds for which the sum of an owner's costs is used again. */
const freshness = 1_000

/** Sum of costs, and the time at which the store returned it. */
interface Spent {
  readonly app: string
  readonly at: number
  readonly costs: Promise<readonly OwnerCost[]>
}

/** Checks of the quotas before model calls. The sums come from the store, so they include the calls of all processes. */
export class QuotaChecks {
  private readonly quotas: Quotas
  private readonly accounts: Pick<StoreAccounts, 'costs'>
  private readonly now: () => number
  private readonly spent = new Map<string, Spent>()

  constructor(quotas: Quotas, accounts: Pick<StoreAccounts, 'costs'>, now: () => number) {
    this.quotas = quotas
    this.accounts = accounts
    this.now = now
  }

  /** Throws a `QuotaError` if an owner has reached its quota. */
  async assertWithinQuota(owner: Owner): Promise<void> {
    const quota = this.quotaOf(owner)
    if (quota === null) return
    const costs = await this.costsOf(owner, quota)
    const { usd, tokens } = quota
    if (usd !== undefined && sumOf(costs, each => each.usd) >= usd)
      throw new QuotaError({ name: 'quotaUSD', most: usd })
    const used = sumOf(costs, ({ usage: { inputTokens, outputTokens } }) => inputTokens + outputTokens)
    if (tokens !== undefined && used >= tokens) throw new QuotaError({ name: 'quotaTokens', most: tokens })
  }

  /** Reads the costs of an owner again at the next check, because this process recorded a call. */
  forgetCosts({ app }: Owner): void {
    for (const [key, spent] of this.spent) if (spent.app === app) this.spent.delete(key)
  }

  private quotaOf(owner: Owner): Quota | null {
    if (typeof this.quotas !== 'function') return this.quotas
    const quota = this.quotas(owner)
    if (quota !== null) assertQuota(quota, Path.named('the quota of an owner'))
    return quota
  }

  private costsOf(owner: Owner, { per, of }: Quota): Promise<readonly OwnerCost[]> {
    const now = this.now()
    const since = startOfPeriod(now, per)
    const selection = of === 'app' ? { app: owner.app } : { owner }
    const key = JSON.stringify([of === 'app' ? owner.app : ownerText(owner), of, since])
    const known = this.spent.get(key)
    if (known !== undefined && now >= known.at && now < known.at + freshness) return known.costs
    for (const [old, { at }] of this.spent) if (now >= at + freshness) this.spent.delete(old)
    const costs = this.accounts.costs({ ...selection, since })
    this.spent.set(key, { app: owner.app, at: now, costs })
    costs.catch(() => this.spent.delete(key))
    return costs
  }
}

/** Returns the checks of quotas; null without quotas. Throws a TypeError if the store does not record costs. */
export function quotaChecks(
  quotas: Quotas | undefined,
  { accounts }: Pick<Store, 'accounts'>,
  now: () => number,
): QuotaChecks | null {
  if (quotas === undefined) return null
  if (accounts === undefined)
    throw Path.options('createRunner').in('quota').wrong('needs a store with accounts, which records costs')
  return new QuotaChecks(quotas, accounts, now)
}

const sumOf = <Item>(items: readonly Item[], amountOf: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + amountOf(item), 0)

/** Returns the start of the day or month of a time, in milliseconds since 1970. */
function startOfPeriod(time: number, per: Quota['per']): number {
  const date = new Date(time)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), per === 'month' ? 1 : date.getUTCDate())
}
