import { objectOr, type Raw, stringOr } from '../../../from/read.ts'

/**
 * Returns the places of outputs whose call is stored at the server. This is the case if the request names an earlier
 * response or conversation, and no item is a call with the output's id. Only the first output of each id counts.
 */
export function chainedOutputs(request: Raw, items: readonly unknown[]): ReadonlySet<number> {
  if (request.previous_response_id == null && request.conversation == null) return new Set()
  const isOutput = (item: Raw): boolean => stringOr(item.type).endsWith('_call_output')
  const seen = new Set(
    items
      .map(objectOr)
      .filter(item => !isOutput(item))
      .map(item => stringOr(item.call_id)),
  )
  const places = new Set<number>()
  for (const [place, value] of items.entries()) {
    const item = objectOr(value)
    const id = stringOr(item.call_id)
    if (!isOutput(item) || seen.has(id)) continue
    seen.add(id)
    if (/^[a-zA-Z0-9_-]{1,64}$/.test(id)) places.add(place)
  }
  return places
}
