import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'
import { pruning } from '../assembler/ai-sdk.ts'
import { counterOf, trimming } from '../assembler/langchain.ts'
import type { Arm, MadeRequest } from '../cost/strategy/made-request.ts'
import { ours } from '../cost/strategy/ours.ts'
import { told } from '../cost/strategy/peers.ts'
import type { Strategy } from '../cost/strategy/strategy.ts'
import { fullHistory } from '../cost/strategy/window.ts'
import type { Count } from '../library/library.ts'
import { automaticCompaction } from './automatic-compaction.ts'
import { likePi } from './like-pi.ts'

/** Input tokens of the ways that have a budget. */
const budget = 16_000

/**
 * Inputs at which a provider compacts: as much as the budget, the least that Anthropic takes, and its default; and the tokens of
 * a summary.
 */
const thresholds = [budget, 50_000, 150_000]
const summary = 1_500

const none = Number.POSITIVE_INFINITY

/** The ways that are there today, each with what it makes of the recorded messages. */
export function armsOfToday(count: Count): Arm[] {
  const counter = async () => counterOf(count)
  return [
    armOf({ ...fullHistory, name: 'keep all' }, none),
    armOf(ours('ctxc, no budget'), none, true),
    armOf(ours('ctxc, budget of 16,000'), budget, true),
    armOf(told(trimming('LangChain trimMessages, from a user', counter)), budget),
    armOf(told(trimming('LangChain trimMessages, from any', counter, ['human', 'ai'])), budget),
    armOf(told(pruning('AI SDK pruneMessages, last 20', 'before-last-20-messages')), budget),
    likePi(budget),
    ...thresholds.map(threshold => automaticCompaction({ threshold, summary })),
  ]
}

/** A strategy as a way that makes one request for each recorded answer. */
const armOf = (strategy: Strategy, budget: number, strips = false): Arm => ({
  name: strategy.name,
  strips,
  async requests(run) {
    const ask = await strategy.begin(run, budget)
    const requests: (MadeRequest | null)[] = []
    for (const said of run.calls) {
      const messages = await ask(said)
      const answer = run.history[said] as ChatMessage
      requests.push(messages && messages.length > 0 ? { said, messages, answer, kind: 'answer' } : null)
    }
    return requests
  },
})
