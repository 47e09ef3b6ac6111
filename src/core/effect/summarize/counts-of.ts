import type { Refusal } from './check-statement.ts'

/** Phrases for the reasons why statements are rejected, in singular and plural. */
const reasons: Readonly<Record<Refusal, readonly [one: string, more: string]>> = {
  reference: ['refers to other messages', 'refer to other messages'],
  number: ['has a number that no message has', 'have numbers that no message has'],
  quote: ['has a quote that no message has', 'have quotes that no message has'],
  identifier: [
    'has a path or a name of code that no message has',
    'have paths or names of code that no message has',
  ],
  name: ['has a name that no message has', 'have names that no message has'],
}

/**
 * Returns how many statements were rejected for each reason: `2 have numbers that no message has, 1 refers to other
 * messages`.
 */
export function refusalCounts(refused: readonly { readonly why: Refusal }[]): string {
  const counts = new Map<Refusal, number>()
  for (const { why } of refused) counts.set(why, (counts.get(why) ?? 0) + 1)
  return [...counts].map(([why, count]) => `${count} ${reasons[why][count === 1 ? 0 : 1]}`).join(', ')
}
