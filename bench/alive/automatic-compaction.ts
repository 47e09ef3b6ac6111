import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'
import { sum } from '../cost/outcome.ts'
import type { Arm, MadeRequest } from '../cost/strategy/made-request.ts'

/** Sizes of a provider's automatic compaction, in tokens. */
export interface AutomaticCompaction {
  /** Input from which on the provider compacts. */
  readonly threshold: number
  readonly summary: number
}

/**
 * A provider's automatic compaction, by its rules: once the input passes the threshold, the model reads all of it, writes a
 * summary, which is billed as output, and goes on from the summary alone. The tools and the system text stay in the cache, and
 * everything behind them is written again.
 */
export const automaticCompaction = ({ threshold, summary }: AutomaticCompaction): Arm => ({
  name: `a provider’s compaction at ${threshold.toLocaleString('en-US')}`,
  strips: false,
  async requests({ head, tokens, history, calls }) {
    const requests: MadeRequest[] = []
    let [compactions, from] = [0, 0]
    const messagesAt = (said: number): ChatMessage[] => [
      ...(compactions > 0 ? [summaryMessage(compactions, summary)] : []),
      ...history.slice(from, said),
    ]
    for (const said of calls) {
      const size = head + (compactions > 0 ? summary : 0) + sum(tokens.slice(from, said))
      // A compaction directly after another one would have nothing to compact.
      if (size > threshold && said > from) {
        const messages = messagesAt(said)
        compactions++
        from = said
        requests.push({ said, messages, answer: summaryMessage(compactions, summary), kind: 'summary' })
      }
      requests.push({
        said,
        messages: messagesAt(said),
        answer: history[said] as ChatMessage,
        kind: 'answer',
      })
    }
    return requests
  },
})

/** Tokens of the words before a summary, and of a message. */
const around = 8

/** Returns a stand-in for a summary, of so many tokens: the words of each number differ from those of the others. */
export const summaryMessage = (number: number, tokens: number): ChatMessage => ({
  role: 'user',
  content: `Summary ${number}:${' word'.repeat(tokens - around)}`,
})
