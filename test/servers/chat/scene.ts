/** Facts that servers and pages share. */
export const owner = { app: 'test', user: 'ada' }

/** Milliseconds after which another server takes the sessions of one that died. */
export const leaseLength = 3_000

/** Milliseconds between two words of an answer. */
export const wordDelay = 20

/** Returns the answer to a message: as many words as it says. */
export const storyOf = (asked: string): string =>
  Array.from({ length: Number(/(\d+) words/.exec(asked)?.[1] ?? 3) }, (_, at) => `w${at}`).join(' ')
