import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'
import type { Count } from '../library/library.ts'
import type { CostRun } from './run.ts'
import { createWriter, type Sent, sharedWith, totalOf } from './sent.ts'
import type { Answer } from './strategy/strategy.ts'

/** A request that was sent. */
export interface Called {
  /** Messages that had been said. */
  readonly said: number
  readonly head: number
  /** Tokens of all of it. */
  readonly tokens: number
  /** Tokens that an earlier request of the run began with, too. */
  readonly shared: number
  /** Whether it begins with all of the last one. */
  readonly grown: boolean
  readonly broken: ReadonlySet<string>
}

/** Says which rules a request breaks. */
export type Judge = (messages: readonly ChatMessage[]) => ReadonlySet<string>

/** Asks for the request of every call of a run; null where there is none. */
export async function replay(
  run: CostRun,
  answer: Answer,
  count: Count,
  judge: Judge,
): Promise<(Called | null)[]> {
  const write = createWriter(run.head, count)
  const earlier: Sent[] = []
  const called: (Called | null)[] = []
  for (const said of run.calls) {
    const messages = await answer(said)
    if (messages === null) {
      called.push(null)
      continue
    }
    const sent = write(messages)
    const last = earlier.at(-1)
    const shared = sharedWith(earlier, sent)
    called.push({
      said,
      head: run.head,
      tokens: totalOf(sent),
      shared,
      grown: last?.keys.every((key, at) => key === sent.keys[at]) ?? false,
      broken: judge([...run.system, ...messages]),
    })
    earlier.push(sent)
  }
  return called
}
