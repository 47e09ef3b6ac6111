import type { SentCache } from '../contract/result.ts'
import type { Setup } from '../contract/setup.ts'
import type { Fitted } from '../fit/fit-input.ts'

/** Units and declarations that the provider reads from the cache that a request names. */
export interface CachedPart {
  /** Ordinals of the units. */
  readonly units: ReadonlySet<number>
  /** Whether a declaration is in the cache. */
  declares(origin: string): boolean
}

const nothing: CachedPart = { units: new Set(), declares: () => false }

/** Returns the part of a request that is in the cache it names. */
export function cachedPart(
  cached: SentCache | null,
  { target, backEnd }: Setup,
  { history, beside }: Fitted,
): CachedPart {
  if (cached === null) return nothing
  const messages = target.explicitCaching?.messages(cached.request) ?? []
  const first = messages[cached.messages]
  const border = history.sent.findIndex(({ messages: [own] }) => own === first)
  const held = new Set(messages.slice(0, cached.messages))
  const outside = new Set(
    beside.pieces.flatMap(({ origin, fragment }) =>
      fragment.messages.every(message => held.has(message)) ? [] : [origin],
    ),
  )
  // The output schema is a request field outside the cache, unless it is part of the instruction.
  if (!backEnd.head.schemaAsText) outside.add('d:outputSchema')
  return {
    units: new Set(history.sent.slice(0, Math.max(0, border)).map(({ ordinal }) => ordinal)),
    declares: origin => !outside.has(origin),
  }
}
