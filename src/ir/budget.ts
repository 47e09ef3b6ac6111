/** Tokens that a request may hold. A number is the input. */
export type Budget =
  | number
  | {
      /** The most tokens of input. */
      readonly input?: number
      /** Tokens to keep free for the answer, and to ask for at the most. */
      readonly output?: number
      /**
       * Share of the limit that is still used after older history was dropped, from 0 to 1; default 0.5.
       * Trimming further than needed, but rarely, keeps the beginning of the requests in between unchanged,
       * so that it is cached.
       */
      readonly low?: number
    }
