import { contentOf } from '../assembler/texts.ts'
import type { CostRun } from '../cost/run.ts'
import type { MadeRequest } from '../cost/strategy/made-request.ts'
import type { Named } from './named.ts'
import { groupBy } from './runs.ts'

/** Identifiers that answers use again, all calls together. */
export interface Again {
  readonly used: number
  /** Named by some text of the request, before anything is asked for. */
  readonly inText: number
  /** Not named by the request, but behind a handle in it. */
  readonly behindHandle: number
}

const handle = /Handle of the whole text: (\d+)\.0/g

export function againOf(run: CostRun, requests: readonly (MadeRequest | null)[], named: Named): Again {
  let [used, inText, behindHandle] = [0, 0, 0]
  const first = groupBy(
    requests.filter(request => request !== null).filter(({ kind }) => kind !== 'summary'),
    ({ said }) => said,
  )
  for (const [said, [request]] of first) {
    const { messages, places } = request as MadeRequest
    for (const identifier of named.usedBy(said)) {
      used++
      if (named.isInAny(messages, identifier)) inText++
      else if (isBehind(run, { messages, places }, identifier, named)) behindHandle++
    }
  }
  return { used, inText, behindHandle }
}

const isBehind = (
  run: CostRun,
  { messages, places }: Pick<MadeRequest, 'messages'> & { places: MadeRequest['places'] | undefined },
  identifier: string,
  named: Named,
): boolean =>
  messages.some(message =>
    [...contentOf(message).matchAll(handle)].some(([, place]) => {
      const whole = run.history[places?.[Number(place)] ?? Number(place)]
      return whole !== undefined && named.isIn(whole, identifier)
    }),
  )
