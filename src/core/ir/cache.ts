/** Rules of a vendor's prompt cache in one mode, for all models (`reference/peers.md` 3.5). */
export interface CacheRules {
  /** Maximum number of breakpoints that one request may set; 0 if the vendor accepts none. */
  readonly marks: number
  /** Types of the pieces that may have a breakpoint. */
  readonly holders: readonly string[]
  /**
   * Number of pieces, counted back from a breakpoint and including the piece with the breakpoint, at which the vendor
   * looks for a cached prefix.
   */
  readonly lookback: number
  /**
   * Number of message ends, newest first, at which the vendor looks for a cached prefix without a breakpoint; 0 if it
   * does not look there.
   */
  readonly ends: number
  /** Granularity in tokens: the number of tokens read from the cache is a multiple of this number. */
  readonly step: number
  /** Whether the vendor finds any identical prefix, regardless of where earlier requests ended. */
  readonly anywhere: boolean
  /** Price of a cached token relative to an uncached token; null if the ratio differs irregularly between models. */
  readonly read: number | null
  /**
   * Price of writing a token relative to an uncached one, by lifetime; a lifetime that is not listed costs nothing
   * extra.
   */
  readonly write: Readonly<Record<string, number>>
  /** Request fields, other than tools, system and messages, whose change invalidates the cache. */
  readonly bound: {
    /** Fields whose change invalidates the whole prefix. */
    readonly all: readonly string[]
    /** Fields whose change invalidates only the messages. */
    readonly messages: readonly string[]
  }
}

/** Cache rules by the modes of a vendor's models. */
export interface Caching {
  /** Day of the last check, `YYYY-MM-DD`. */
  readonly asOf: string
  /** URLs of the pages that the rules come from. */
  readonly source: readonly string[]
  readonly note?: string
  readonly modes: Readonly<Partial<Record<CacheMode, CacheRules>>>
}

/**
 * `explicit`: the vendor caches only marked prefixes; `implicit`: the vendor chooses, and breakpoints have no effect;
 * `both`: both kinds work; `none`: no cache is known.
 */
export type CacheMode = 'explicit' | 'implicit' | 'both' | 'none'
