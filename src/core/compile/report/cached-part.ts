import type { SentCache } from '../contract/result.ts'
import type { Setup } from '../contract/setup.ts'
import type { Fitted } from '../fit/fit-input.ts'

/** Conversation units and declarations that the provider reads from the cache to which a request refers. */
export interface CachedPart {
  /** Ordinals of the units. */
  readonly units: ReadonlySet<number>
  /** Whether the cache contains a declaration. */
  declares(origin: string): boolean
}

const nothing: CachedPart = { units: new Set(), declares: () => false }

/** Returns the part of a request that is in the cache to which the request refers. */
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
  // The output schema is sent in a request field, which is not in the cache, unless the instruction contains the
  // schema.
  if (!backEnd.head.schemaAsText) outside.add('d:outputSchema')
  return {
    units: new Set(history.sent.slice(0, Math.max(0, border)).map(({ ordinal }) => ordinal)),
    declares: origin => !outside.has(origin),
  }
}
