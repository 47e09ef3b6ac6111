import type { Conversation } from './conversations.ts'

export const budgets: readonly number[] = [1_000, 2_000, 4_000, 8_000]

/** Makes a ranking of a conversation's turns for a query, the best first; those it leaves out come last, newest first. */
export type Method = (conversation: Conversation) => (query: string) => readonly number[]

/** Turns in the order they are taken in. */
function* taken(ranked: readonly number[], turns: number): Iterable<number> {
  const seen = new Set(ranked)
  yield* ranked
  for (let turn = turns - 1; turn >= 0; turn--) if (!seen.has(turn)) yield turn
}

/** Mean share of the evidence within each budget, in percent, over all questions. A turn that does not fit is skipped. */
export function recall(conversations: readonly Conversation[], method: Method, within = budgets): number[] {
  const sums = within.map(() => 0)
  let questions = 0
  for (const conversation of conversations) {
    const rank = method(conversation)
    for (const { query, evidence } of conversation.questions) {
      const ranked = rank(query)
      questions++
      for (const [index, budget] of within.entries()) {
        let left = budget
        let found = 0
        for (const turn of taken(ranked, conversation.turns.length)) {
          const { cost } = conversation.turns[turn]!
          if (cost > left) continue
          left -= cost
          if (evidence.has(turn)) found++
        }
        sums[index]! += found / evidence.size
      }
    }
  }
  return sums.map(sum => (100 * sum) / questions)
}
