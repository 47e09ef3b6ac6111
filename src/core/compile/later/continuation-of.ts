import type { Continuation } from '../../effect/continuation.ts'
import type { Edit } from '../../ir/edit.ts'
import { loadTarget } from '../../vendor/load.ts'
import type { Compiled } from '../contract/result.ts'

/** Edits that remove no words from a conversation unit. */
const whole: ReadonlySet<Edit> = new Set<Edit>([
  ...(['fenced', 'quoted', 'attributed', 'repaired', 'rendered'] as const),
  // Summaries never include reasoning, so dropped reasoning does not matter here.
  ...(['fields-omitted', 'reasoning-omitted'] as const),
])

/**
 * Returns a compiled request in a form that a later request can continue; null if the prices of the request are not
 * known. Its fields are computed on first access.
 */
export function continuationOf(compiled: Compiled): Continuation | null {
  const { target: name, model, request, cache } = compiled
  if (request === null || name === null || model === null) return null
  const target = loadTarget(name)
  // A request was written for this target, so the target is already loaded.
  if (target instanceof Promise) return null
  const token = cache.prices?.input
  const sent = cache.against(compiled).price
  if (token === undefined || sent === null) return null
  let shown: ReadonlySet<number> | undefined
  return {
    target: name,
    model,
    prices: { request: sent, token: token / 1e6 },
    shows(seq) {
      shown ??= new Set(
        compiled.units.flatMap(({ unit, edits }) =>
          edits.every(edit => whole.has(edit)) ? unit.spans.slice(0, 1).map(span => span.seq) : [],
        ),
      )
      return shown.has(seq)
    },
    ask: question => target.question(request, question),
  }
}
