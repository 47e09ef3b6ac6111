/** Tokens that a request may hold. A number is the input. */
export type Budget =
  | number
  | {
      /** The most tokens of input. */
      readonly input?: number
      /** Tokens to keep free for the answer, and to ask for at the most. */
      readonly output?: number
      /**
       * How much of the limit is still used once older history was left out, from 0 to 1; 0.5 when left out. Trimming
       * further than needed, but rarely, keeps the beginning of the requests between as it was, so that it is cached.
       */
      readonly low?: number
    }
