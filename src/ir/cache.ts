/** Rules of a vendor's prompt cache in one of its modes, whatever the model (`reference/peers.md` 3.5). */
export interface CacheRules {
  /** Most marks that one request writes; 0 where it takes none. */
  readonly marks: number
  /** Types of the pieces that a mark may stand on. */
  readonly holders: readonly string[]
  /** Pieces back from a mark, its own among them, at which it finds what an earlier request wrote. */
  readonly lookback: number
  /** Ends of messages, the newest first, at which the vendor looks by itself; 0 where it does not. */
  readonly ends: number
  /** Tokens of one step: the number of tokens read is a multiple of it. */
  readonly step: number
  /** Any beginning that is the same is found, wherever the requests before it ended. */
  readonly anywhere: boolean
  /** Price of a token read beside one that is not; null where it differs by model, and has no rule. */
  readonly read: number | null
  /** Price of a token written beside one that is not, by lifetime; a lifetime that is not named costs nothing more. */
  readonly write: Readonly<Record<string, number>>
  /** Fields of a request beside tools, system and messages that the cache goes by. */
  readonly bound: {
    /** A change of these is a change before everything. */
    readonly all: readonly string[]
    /** A change of these is a change before the messages. */
    readonly messages: readonly string[]
  }
}

/** The rules by the modes of a vendor's models. */
export interface Caching {
  /** Day they were last checked, `YYYY-MM-DD`. */
  readonly asOf: string
  /** URLs of the pages that they were made from. */
  readonly source: readonly string[]
  readonly note?: string
  readonly modes: Readonly<Partial<Record<CacheMode, CacheRules>>>
}

/** `explicit`: only marked beginnings; `implicit`: the vendor chooses, and marks say nothing; `both`: either. */
export type CacheMode = 'explicit' | 'implicit' | 'both'
