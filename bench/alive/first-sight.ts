import type { Compiled, EventInput, Session } from 'ctxc'
import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'
import { createRecompiler } from '../assembler/recompile.ts'
import { contentOf } from '../assembler/texts.ts'
import type { CostRun } from '../cost/run.ts'
import type { Arm, MadeRequest } from '../cost/strategy/made-request.ts'
import { historyOf } from '../cost/strategy/ours.ts'
import { built } from '../library/built.ts'
import type { Named } from './named.ts'
import { groupBy } from './runs.ts'
import type { ShortForm } from './short-form.ts'

/**
 * Later uses of something that was cut that are paid for as a call which asks for the result: none; those of identifiers that no
 * text of the request names; also those of identifiers that only a list of names names; or also those of lines that an answer
 * quotes.
 */
export type Demand = 'nothing' | 'identifiers' | 'context' | 'lines'

/** Says what the messages of a run name; one for all ways to make its requests. */
export type NamedOf = (run: CostRun) => Named

/** `compact({ at: 'arrival' })`: each long result is short in its first request, and everything is only appended. */
export const firstSight = (name: string, form: ShortForm, demand: Demand, namedOf: NamedOf): Arm => ({
  name,
  strips: false,
  requests: async run => requestsOf(run, form, demand, namedOf(run)),
})

const listOfNames = /\[It also names: [^\]]*\]/

/** A conversation that is compiled call by call. */
class Conversation {
  /** Place in the run's history of each event; null for calls of the expand tool and their results. */
  readonly places: (number | null)[] = []
  private readonly compile: (session: Session) => Promise<Compiled>
  private readonly expand: (handle: string, find: string | null) => string
  private session: Session
  private last: Compiled | null = null

  private constructor(
    session: Session,
    compile: Conversation['compile'],
    expandWith: (compiled: () => Compiled | null) => { execute(input: object): string },
  ) {
    this.session = session
    this.compile = compile
    const tool = expandWith(() => this.last)
    this.expand = (handle, find) => tool.execute({ handle, ...(find !== null && { find }) })
  }

  static async of({ system, history, tools }: CostRun, form: ShortForm) {
    const ctxc = await built('index')
    const { fromOpenAI } = await built('from/openai')
    const program = fromOpenAI({ messages: [...system, ...history], ...(tools && { tools }) })
    const { events } = program.session as { events: readonly EventInput[] }
    const { over, keep, names, dedupe } = form
    const all = dedupe ? ctxc.C.all().dedupe('exact') : ctxc.C.all()
    const agent = ctxc.agent({
      ...program.agent,
      context: all.compact({ at: 'arrival', over, keep, names }),
      tools: [...(program.agent.tools ?? []), ctxc.expandTool()],
    } as never)
    const target = { target: 'openai-chat', model: 'gpt-5.4' } as const
    const compiler = createRecompiler(ctxc, { ...program, agent }, target)
    const conversation = new Conversation(
      ctxc.createSession(),
      session => compiler.compile(session),
      compiled => ctxc.expandTool({ compiled }),
    )
    return { conversation, events, author: agent.name }
  }

  append(events: readonly EventInput[], place: number | null): void {
    this.session = this.session.append(...events)
    for (const _ of events) this.places.push(place)
  }

  async request(): Promise<readonly ChatMessage[]> {
    this.last = await this.compile(this.session)
    const messages = historyOf(this.last, true)
    if (messages === null) throw new Error('there is no request')
    return messages
  }

  /** Asks for a result by its place in the run, and appends the call and its result. */
  ask(author: string, place: number, find: string | null): readonly ChatMessage[] {
    const handle = `${this.places.indexOf(place)}.0`
    const id = `expand_${this.places.length}`
    const input = { handle, ...(find !== null && { find }) }
    const text = this.expand(handle, find)
    const call = { kind: 'tool-call', id, name: 'expand', arguments: input } as const
    const result = { kind: 'tool-result', id, content: [{ kind: 'text', text }] } as const
    this.append(
      [{ author, parts: [call] } as EventInput, { author: 'tool', parts: [result] } as EventInput],
      null,
    )
    const written = {
      id,
      type: 'function' as const,
      function: { name: 'expand', arguments: JSON.stringify(input) },
    }
    return [
      { role: 'assistant', content: null, tool_calls: [written] },
      { role: 'tool', tool_call_id: id, content: text },
    ]
  }
}

async function requestsOf(
  run: CostRun,
  form: ShortForm,
  demand: Demand,
  named: Named,
): Promise<MadeRequest[]> {
  const { conversation, events, author } = await Conversation.of(run, form)
  const requests: MadeRequest[] = []
  /** Results that were given whole since they were asked for. */
  const whole = new Set<number>()
  for (const [at, message] of run.history.entries()) {
    if (run.calls.includes(at)) {
      let messages = await conversation.request()
      const { places } = conversation
      const short = handlesIn(messages)
        .flatMap(seq => places[seq] ?? [])
        .filter(place => !whole.has(place))
      for (const [place, words] of demand === 'nothing'
        ? []
        : asked(run, { at, messages, short }, demand, named)) {
        const [call, result] = conversation.ask(author, place, form.parts ? words.join(' ') : null)
        requests.push({
          said: at,
          messages,
          answer: call as ChatMessage,
          kind: 'expand',
          places: [...places],
        })
        if (contentOf(result as ChatMessage) === contentOf(run.history[place] as ChatMessage))
          whole.add(place)
        messages = await conversation.request()
      }
      requests.push({ said: at, messages, answer: message, kind: 'answer', places: [...places] })
    }
    conversation.append(events.slice(at, at + 1), at)
  }
  return requests
}

/** Returns the events whose texts are shown short, by the handles of their short forms. */
const handlesIn = (messages: readonly ChatMessage[]): number[] =>
  messages.flatMap(message =>
    message.role === 'tool' ? [...contentOf(message).matchAll(wholeText)].map(([, seq]) => Number(seq)) : [],
  )

const wholeText = /Handle of the whole text: (\d+)\.0/g

/** Returns the words that an answer needs and that were cut, by the newest short result that holds them. */
function asked(
  run: CostRun,
  { at, messages, short }: { at: number; messages: readonly ChatMessage[]; short: readonly number[] },
  demand: Demand,
  named: Named,
): Map<number, string[]> {
  const visible = demand === 'context' ? messages.map(withoutNames) : messages
  const holderOf = (words: string): number | undefined =>
    short.findLast(place => named.isIn(run.history[place] as ChatMessage, words))
  const cut = named
    .usedBy(at, demand === 'lines')
    .filter(words => !named.isInAny(visible, words) && holderOf(words) !== undefined)
  return groupBy(cut, words => holderOf(words) as number)
}

const plain = new WeakMap<ChatMessage, ChatMessage>()

/** Returns a message without its list of names; the same object for the same message. */
function withoutNames(message: ChatMessage): ChatMessage {
  if (message.role !== 'tool' || !listOfNames.test(contentOf(message))) return message
  const known = plain.get(message) ?? { ...message, content: contentOf(message).replace(listOfNames, '') }
  plain.set(message, known)
  return known
}
