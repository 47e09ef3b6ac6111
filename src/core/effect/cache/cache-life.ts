/** Milliseconds before its expiry from which a cache is not used any more: a request may be sent late, or again. */
export const lifeMargin = 60_000

/** Seconds that a cache lives, where the handler does not say: the provider's own default. */
export const usualLife = 3_600
