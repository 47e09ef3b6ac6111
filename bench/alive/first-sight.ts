import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'
import { contentOf } from '../assembler/texts.ts'
import type { CostRun } from '../cost/run.ts'
import { placeOf } from './identifiers.ts'
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
        const given = form.part === 0 ? whole : partsOf(whole, words, form.part)
        if (given === whole) short.delete(place)
        const [call, result] = expandOf(`${requests.length}`, place, given)
        requests.push({ said: at, messages: [...list], answer: call, isExpand: true })
        append(call, result)
      }
      requests.push({ said: at, messages: [...list], answer: message, isExpand: false })
    }
    const shown = message.role === 'tool' ? shortOf(message, at, form, { list, seen, named }) : null
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

/** The surroundings of the first place of each of the words. */
function partsOf(text: string, words: readonly string[], size: number): string {
  const parts: [from: number, to: number][] = []
  for (const at of words.map(sought => placeOf(text, sought)).sort((one, other) => one - other)) {
    const [from, to] = [Math.max(0, at - size / 2), Math.min(text.length, at + size / 2)]
    const last = parts.at(-1)
    if (last && from <= last[1]) last[1] = to
    else parts.push([from, to])
  }
  return parts.map(([from, to]) => text.slice(from, to)).join('\n…\n')
}

function expandOf(number: string, place: number, text: string): [call: ChatMessage, result: ChatMessage] {
  const id = `expand_${number}`
  const written = JSON.stringify({ handle: `${place}.0` })
  const call = { id, type: 'function' as const, function: { name: 'expand', arguments: written } }
  return [
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: id, content: text },
  ]
}
