import { pruning } from '../../assembler/ai-sdk.ts'
import type { Assembler } from '../../assembler/assembler.ts'
import { counterOf, trimming } from '../../assembler/langchain.ts'
import { prioritized } from '../../assembler/prompt-tsx.ts'
import type { Count } from '../../library/library.ts'
import { unitsOf } from '../history.ts'
import { tokensOf } from '../sent.ts'
import type { Strategy } from './strategy.ts'

/** Returns the strategy of a library that gets the room at each call, and makes the whole request again. */
export const told = (assembler: Assembler): Strategy => ({
  name: assembler.name,
  async begin({ history, head }, budget) {
    const prepare = await assembler.load(budget - head)
    return async said => {
      const prepared = prepare(history.slice(0, said))
      return prepared.read(await prepared.assemble())
    }
  },
})

/** One that knows no budget: of what it leaves, the front goes unit by unit until the rest fits. */
const cutTo = (strategy: Strategy, count: Count): Strategy => ({
  name: strategy.name,
  async begin(run, budget) {
    const answer = await strategy.begin(run, budget)
    return async said => {
      const messages = (await answer(said)) ?? []
      let tokens = messages.reduce((sum, message) => sum + tokensOf(message, count), 0)
      let from = 0
      for (const unit of unitsOf(messages)) {
        if (run.head + tokens <= budget) break
        for (const message of messages.slice(unit.from, unit.to)) tokens -= tokensOf(message, count)
        from = unit.to
      }
      return messages.slice(from)
    }
  },
})

/** The libraries, all with the one counter. */
export function peers(count: Count): Strategy[] {
  const counter = async () => counterOf(count)
  return [
    told(trimming('LangChain trimMessages, from a user', counter)),
    told(trimming('LangChain trimMessages, from any', counter, ['human', 'ai'])),
    cutTo(told(pruning('AI SDK prune before last message', 'before-last-message')), count),
    cutTo(told(pruning('AI SDK prune before last 20', 'before-last-20-messages')), count),
    told(prioritized('prompt-tsx PrioritizedList', async () => count)),
  ]
}
