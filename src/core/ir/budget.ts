/** Tokens that a request may have. A plain number is the limit on input. */
export type Budget =
  | number
  | {
      /** Upper bound on input tokens. */
      readonly input?: number
      /** Tokens reserved for the answer; the request sets them as its output limit. */
      readonly output?: number
      /**
       * Share of the limit that trimming keeps, from 0 to 1; default 0.5. Trimming cuts rarely, but more than
       * necessary. So the start of consecutive requests stays unchanged and cached.
       */
      readonly low?: number
      /**
       * Soft size of the input, at most `input`. A history above it is brought down in one step when a new turn begins,
       * to the share `low` of it. Within a turn, the history may grow up to `input`.
       */
      readonly aim?: number
      /**
       * Treatment of the input length above which the model costs more. `stay`: the length is a limit. `cross`
       * (default): the length is no limit, and the first request above it has a diagnostic (CX4006).
       */
      readonly priceStep?: 'stay' | 'cross'
    }
