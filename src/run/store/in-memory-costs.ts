import { type Owner, ownerText } from '../../core/session/owner.ts'
import { addTokens, type CallCost, type CostQuery, noTokens, type OwnerCost } from './accounts.ts'

/** Recorded call. */
interface Recorded {
  readonly owner: Owner
  readonly time: number
  readonly cost: CallCost
}

/** Costs of calls, in the memory of this process. */
export class InMemoryCosts {
  private recorded: Recorded[] = []

  record({ app, user }: Owner, time: number, costs: readonly CallCost[]): void {
    const owner = { app, ...(user !== undefined && { user }) }
    for (const { model, usage, usd } of costs)
      this.recorded.push({ owner, time, cost: { model, usage: { ...usage }, usd } })
  }

  deleteOwner(owner: Owner): void {
    const text = ownerText(owner)
    this.recorded = this.recorded.filter(each => ownerText(each.owner) !== text)
  }

  sum({ owner, app, since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY }: CostQuery) {
    const sums = new Map<string, OwnerCost>()
    const of = owner && ownerText(owner)
    for (const { owner: holder, time, cost } of this.recorded) {
      if (time < since || time >= until) continue
      const text = ownerText(holder)
      if ((of !== undefined && of !== text) || (app !== undefined && app !== holder.app)) continue
      const key = JSON.stringify([text, cost.model])
      sums.set(key, addCost(sums.get(key) ?? noCalls(holder, cost.model), cost))
    }
    return [...sums.values()].sort(
      (left, right) =>
        compareTexts(left.owner.app, right.owner.app) ||
        compareTexts(left.owner.user ?? '', right.owner.user ?? '') ||
        compareTexts(left.model, right.model),
    )
  }
}

const noCalls = (owner: Owner, model: string): OwnerCost => ({
  owner: { ...owner },
  ...{ model, calls: 0, usage: noTokens, usd: 0, unpriced: 0 },
})

const addCost = (sum: OwnerCost, { usage, usd }: CallCost): OwnerCost => ({
  ...sum,
  calls: sum.calls + 1,
  usage: addTokens(sum.usage, usage),
  usd: sum.usd + (usd ?? 0),
  unpriced: sum.unpriced + (usd === null ? 1 : 0),
})

const compareTexts = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)
