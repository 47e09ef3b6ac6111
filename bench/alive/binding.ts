import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'
import { callsOf, contentOf } from '../assembler/texts.ts'
import { wireText } from '../cost/sent.ts'
import type { MadeRequest } from '../cost/strategy/made-request.ts'

/** Rule of a vendor: reasoning is bound to the bytes before it alone, or also to the thought before it. */
export type Binding = 'prefix' | 'chain'

/** Reasoning items of one request. */
export interface Thoughts {
  /** Answers so far, each of which was thought about. */
  readonly made: number
  /** Answers that the request shows. */
  readonly kept: number
  readonly alive: number
  /** Items that are sent although the vendor drops or refuses them. */
  readonly deadSent: number
}

/** Returns the items that each request lost: what the request before had, and its answer, less what this one has. */
export function lostOf(thoughts: readonly (Thoughts | null)[]): number[] {
  let before = { made: 0, alive: 0 }
  return thoughts.map(own => {
    if (own === null) return 0
    const lost = before.alive + own.made - before.made - own.alive
    before = own
    return Math.max(0, lost)
  })
}

/** A recorded answer, with the request that its reasoning is bound to. */
interface Bound {
  readonly answer: ChatMessage
  readonly prefix: number
  /** Newest thought that was alive in that request. */
  readonly before: Bound | null
}

/** Signs the reasoning of each answer over the request that made it, and reads it again in each later request. */
export function thoughtsOf(
  requests: readonly (MadeRequest | null)[],
  binding: Binding,
  strips: boolean,
): (Thoughts | null)[] {
  const prefixes = createPrefixes()
  const bound: Bound[] = []
  return requests.map(request => {
    if (request === null || request.kind === 'summary') return null
    const answers = answersIn(request.messages, bound)
    let prefix = 0
    let newest: Bound | null = null
    let [kept, alive] = [0, 0]
    let isBroken = false
    for (const [at, message] of request.messages.entries()) {
      const own = answers[at]
      let mark = ''
      if (own) {
        kept++
        const holds =
          own.prefix === prefix && (binding === 'prefix' || newest === null || own.before === newest)
        const isAlive = holds && !isBroken
        if (isAlive) {
          alive++
          newest = own
        } else if (binding === 'chain' && !strips) isBroken = true
        if (isAlive || !strips) mark = String(bound.indexOf(own))
      }
      prefix = prefixes(prefix, `${mark}|${wireText(message)}`)
    }
    const made = bound.length
    if (!isEmpty(request.answer)) bound.push({ answer: request.answer, prefix, before: newest })
    return { made, kept, alive, deadSent: strips ? 0 : kept - alive }
  })
}

/** Numbers prefixes: the same messages in the same order are the same number. */
function createPrefixes(): (prefix: number, message: string) => number {
  const known = new Map<string, number>()
  return (prefix, message) => {
    const key = `${prefix}|${message}`
    const number = known.get(key) ?? known.size + 1
    known.set(key, number)
    return number
  }
}

/** Finds the answer that each message shows. From the end: what is left of a history is its newest part, in order. */
function answersIn(messages: readonly ChatMessage[], bound: readonly Bound[]): (Bound | null)[] {
  const found = new Array<Bound | null>(messages.length).fill(null)
  let next = bound.length - 1
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at] as ChatMessage
    if (message.role !== 'assistant' || isEmpty(message)) continue
    let own = next
    while (own >= 0 && !isSame(message, (bound[own] as Bound).answer)) own--
    if (own < 0) continue
    found[at] = bound[own] as Bound
    next = own - 1
  }
  return found
}

/** Whether a message is an answer, also where a library gave its calls other ids, or took calls or words out of it. */
function isSame(message: ChatMessage, answer: ChatMessage): boolean {
  const ids = callsOf(answer).map(({ id }) => id)
  if (callsOf(message).some(({ id }) => ids.includes(id))) return true
  const [shown, made] = [callsOf(message), callsOf(answer)]
  return (shown.length === 0 || shown.length === made.length) && contentOf(message) === contentOf(answer)
}

/** An answer without words and calls, as a stopped stream leaves it: libraries differ in whether they send it. */
const isEmpty = (answer: ChatMessage): boolean => callsOf(answer).length === 0 && contentOf(answer) === ''
