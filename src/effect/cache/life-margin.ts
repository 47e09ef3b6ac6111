/** Milliseconds before its expiry from which a cache is not used any more: a request may be sent late, or again. */
export const lifeMargin = 60_000
