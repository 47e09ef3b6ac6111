/** Tokens that a request may have. A plain number is the limit on input. */
export type Budget =
  | number
  | {
      /** Upper bound on input tokens. */
      readonly input?: number
      /** Tokens reserved for the answer; the request sets them as its output limit. */
      readonly output?: number
      /**
       * Share of the limit that trimming keeps, from 0 to 1; default 0.5. Trimming rarely, but by more than necessary,
       * keeps the start of consecutive requests unchanged, so that it stays cached.
       */
      readonly low?: number
      /**
       * Treatment of the input length above which the model costs more. `stay` treats it as a limit; `cross` (the
       * default) ignores it, and the first request that costs more has a diagnostic (CX4006).
       */
      readonly priceStep?: 'stay' | 'cross'
    }
