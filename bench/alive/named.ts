import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'
import { callsOf, contentOf } from '../assembler/texts.ts'
import type { CostRun } from '../cost/run.ts'
import { identifiersOf, linesOf, placeOf } from './identifiers.ts'

/** Says which messages of a run name what; each message is searched once for each words. */
export class Named {
  private readonly run: CostRun
  private readonly known = new Map<string, Map<string, boolean>>()
  private readonly used = new Map<string, readonly string[]>()

  constructor(run: CostRun) {
    this.run = run
  }

  isIn(message: ChatMessage, words: string): boolean {
    const text = saidIn(message)
    let known = this.known.get(text)
    if (known === undefined) {
      known = new Map()
      this.known.set(text, known)
    }
    let found = known.get(words)
    if (found === undefined) {
      found = placeOf(text, words) >= 0
      known.set(words, found)
    }
    return found
  }

  /** Searches from the newest message on, because what is used was mostly just said. */
  isInAny(messages: readonly ChatMessage[], words: string): boolean {
    return (
      messages.findLast(message => this.isIn(message, words)) !== undefined ||
      this.run.system.some(message => this.isIn(message, words))
    )
  }

  /** Identifiers of the recorded answer at a place that had been said before it; with lines, also those that it quotes. */
  usedBy(at: number, lines = false): readonly string[] {
    const key = `${at} ${lines}`
    const known = this.used.get(key)
    if (known !== undefined) return known
    const text = saidIn(this.run.history[at] as ChatMessage)
    const before = this.run.history.slice(0, at)
    const used = [...identifiersOf(text), ...(lines ? linesOf(text) : [])].filter(words =>
      this.isInAny(before, words),
    )
    this.used.set(key, used)
    return used
  }
}

const said = new WeakMap<ChatMessage, string>()

/** Returns the words of a message, with the texts in the arguments of its calls as the model meant them. */
function saidIn(message: ChatMessage): string {
  let text = said.get(message)
  if (text === undefined) {
    const called = callsOf(message).flatMap(call => [
      call.function.name,
      ...leavesOf(JSON.parse(call.function.arguments)),
    ])
    text = [contentOf(message), ...called].join('\n')
    said.set(message, text)
  }
  return text
}

function leavesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return [String(value)]
  return Object.values(value).flatMap(leavesOf)
}
