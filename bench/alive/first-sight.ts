import { surroundingsOf } from '../../src/core/context/operation/compact/surroundings.ts'
import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'
import { contentOf } from '../assembler/texts.ts'
import type { CostRun } from '../cost/run.ts'
import type { Named } from './named.ts'
import type { AliveRequest, Arm } from './request.ts'
import { groupBy } from './runs.ts'
import { type ShortForm, shortOf } from './short-form.ts'

/**
 * Later uses of something that was cut that are paid for as a call which asks for the result: none; those of identifiers that no
 * text of the request names; also those of identifiers that only a line of names names; or also those of lines that an answer
 * quotes.
 */
export type Demand = 'nothing' | 'identifiers' | 'context' | 'lines'

/** Says what the messages of a run name; one for all ways to make its requests. */
export type NamedOf = (run: CostRun) => Named

/** The way that brings each long result into its short form before its first request, and then only appends. */
export const firstSight = (name: string, form: ShortForm, demand: Demand, namedOf: NamedOf): Arm => ({
  name,
  strips: false,
  requests: async run => requestsOf(run, form, demand, namedOf(run)),
})

function requestsOf(run: CostRun, form: ShortForm, demand: Demand, named: Named): AliveRequest[] {
  const requests: AliveRequest[] = []
  /** Messages as they are sent, and without lines of names. */
  const list: ChatMessage[] = []
  const unnamed: ChatMessage[] = []
  const short = new Map<number, ChatMessage>()
  const seen = new Map<string, number>()
  const append = (...messages: ChatMessage[]): void => {
    list.push(...messages)
    unnamed.push(...messages)
  }
  const asksAt = (at: number): Map<number, string[]> => {
    const visible = demand === 'context' ? unnamed : list
    const cut = named.usedBy(at, demand === 'lines').filter(words => !named.isInAny(visible, words))
    const asked = cut.filter(words => holderOf(short, words, named) !== undefined)
    return groupBy(asked, words => holderOf(short, words, named) as number)
  }
  for (const [at, message] of run.history.entries()) {
    if (run.calls.includes(at)) {
      for (const [place, words] of demand === 'nothing' ? [] : asksAt(at)) {
        const whole = contentOf(short.get(place) as ChatMessage)
        const find = words.join(' ')
        const given = form.parts ? (surroundingsOf(whole, find) ?? whole) : whole
        if (given === whole) short.delete(place)
        const asked = { handle: `${place}.0`, ...(form.parts && { find }) }
        const [call, result] = expandOf(`${requests.length}`, asked, given)
        requests.push({ said: at, messages: [...list], answer: call, isExpand: true })
        append(call, result)
      }
      requests.push({ said: at, messages: [...list], answer: message, isExpand: false })
    }
    const shown = message.role === 'tool' ? shortOf(message, at, form, seen) : null
    if (message.role === 'tool' && !seen.has(contentOf(message))) seen.set(contentOf(message), at)
    if (shown) short.set(at, message)
    list.push(shown?.sent ?? message)
    unnamed.push(shown?.unnamed ?? message)
  }
  return requests
}

/** The newest short result that holds some words. */
const holderOf = (short: ReadonlyMap<number, ChatMessage>, words: string, named: Named): number | undefined =>
  [...short].findLast(([, whole]) => named.isIn(whole, words))?.[0]

function expandOf(number: string, asked: object, text: string): [call: ChatMessage, result: ChatMessage] {
  const id = `expand_${number}`
  const written = JSON.stringify(asked)
  const call = { id, type: 'function' as const, function: { name: 'expand', arguments: written } }
  return [
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: id, content: text },
  ]
}
