import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'

/** An answer with its results, or one message of someone else: messages from one place up to another. */
export interface Unit {
  readonly user: boolean
  readonly from: number
  readonly to: number
}

export function unitsOf(messages: readonly ChatMessage[]): Unit[] {
  const units: Unit[] = []
  for (const [at, { role }] of messages.entries()) {
    const last = units.at(-1)
    if (role === 'tool' && last && !last.user) units[units.length - 1] = { ...last, to: at + 1 }
    else units.push({ user: role === 'user', from: at, to: at + 1 })
  }
  return units
}

/**
 * A place where a history may begin: at a unit, after the user's messages that opened its turn. These messages are always sent,
 * the last of them too.
 */
export interface Begin {
  /** The first message that is kept for itself. */
  readonly from: number
  /** Messages of the user that go before it, from one place up to another; none where it begins with them. */
  readonly opening: readonly [from: number, to: number]
  /** Messages of the user that open the turn: all requests that begin within one turn share them. */
  readonly turn: readonly [from: number, to: number]
}

/**
 * Lists all places at which a history may begin, each once: the place after the last of the user's messages equals the one
 * before them.
 */
export function beginsOf(units: readonly Unit[]): Begin[] {
  const begins: Begin[] = []
  let turn: readonly [number, number] = [0, 0]
  for (const [index, { user, from, to }] of units.entries()) {
    const before = units[index - 1]
    if (user) {
      turn = before?.user ? [turn[0], to] : [from, to]
      if (before?.user) begins[begins.length - 1] = { from: turn[0], opening: [from, from], turn }
      else begins.push({ from, opening: [from, from], turn })
    } else if (!before?.user) begins.push({ from, opening: turn, turn })
  }
  return begins
}

/** The messages of a request that is made when so many had been said, and begins there. */
export const messagesFrom = (
  messages: readonly ChatMessage[],
  { from, opening }: Begin,
  said: number,
): ChatMessage[] => [...messages.slice(...opening), ...messages.slice(from, said)]

/** Lists the places of calls: each answer of the model, unless it opens the run. */
export const callsOfRun = (messages: readonly ChatMessage[]): number[] =>
  messages.flatMap(({ role }, at) => (role === 'assistant' && at > 0 ? [at] : []))
