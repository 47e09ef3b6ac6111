import type { Bound } from '../../src/core/count/bounds.ts'
import { createCounter } from '../../src/core/count/counter.ts'
import { allTargets } from '../../src/core/vendor/all-targets.ts'
import { overheadOf, type SizedRun, textsOf } from './sized-run.ts'

/**
 * Returns the growths between any two calls of a run by the vendor's count, as shares of their upper bound. The first
 * call has tokens that no log describes, so only growths tell what the messages have.
 */
export function growths({ messages, ends, size, options }: SizedRun, bound: Bound): number[] {
  const { facts } = allTargets[options.target].facts(options.model)
  const counter = createCounter(facts, undefined, { bound })
  const { message, call } = counter
  const sums = [0]
  for (const each of messages) {
    const texts = textsOf(each).reduce((sum, text) => sum + counter.text(text).max, 0)
    const overhead = overheadOf(each, { message: message.max, call: call.max })
    sums.push((sums.at(-1) as number) + texts + overhead)
  }
  return ends.flatMap((end, at) =>
    ends.slice(0, at).flatMap(start => {
      const grown = size(start, end)
      const most = (sums[end] as number) - (sums[start] as number) + counter.request.max
      return grown > 0 ? [grown / most] : []
    }),
  )
}
