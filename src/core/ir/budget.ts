/** Tokens that a request may hold. A plain number is the input limit. */
export type Budget =
  | number
  | {
      /** Upper bound on input tokens. */
      readonly input?: number
      /** Tokens reserved for the answer; also the limit that the request asks for. */
      readonly output?: number
      /**
       * Share of the limit that is still used after older history was dropped, from 0 to 1; default 0.5. Trimming
       * rarely but further than needed keeps the start of consecutive requests unchanged, so that it is cached.
       */
      readonly low?: number
      /**
       * Whether the place above which the model costs more is a limit too: `stay` makes room before it, `cross` (the
       * default) goes on, and the first request that costs more says so (CX4006).
       */
      readonly priceStep?: 'stay' | 'cross'
    }
