import type { Compiled, EventInput, Session } from 'ctxc'
import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'
import { bindingProvider } from '../../src/testing/fake/binding/index.ts'
import { createRecompiler } from '../assembler/recompile.ts'
import { callsOf, contentOf } from '../assembler/texts.ts'
import { sum } from '../cost/outcome.ts'
import { type CostRun, toolsIn } from '../cost/run.ts'
import type { Arm, MadeRequest } from '../cost/strategy/made-request.ts'
import { built } from '../library/built.ts'
import { summaryMessage } from './automatic-compaction.ts'

/** A provider that compacts for the effect `compact`, and signs reasoning. */
export interface AskedCompaction {
  readonly model: 'claude-opus-5-5' | 'gpt-6.2-sol'
  /** Soft size of the budget, as a share of the tokens of the whole run. */
  readonly share: number
  /** Tokens of a summary. */
  readonly summary: number
}

/** Reasoning of one request, as the provider judged it. */
export interface Judged {
  /** Answers so far, each of which had reasoning. */
  readonly made: number
  /** Answers with reasoning that the request shows. */
  readonly kept: number
  readonly alive: number
  readonly dead: number
}

/** Input that the models take. */
const most = 900_000

const betas = ['thinking-binding-controls-2026-08-01', 'compact-2026-09-04']

/**
 * Ours with a provider that compacts a history once it fills the soft size of a budget. Every recorded answer begins with a thought. `judged`
 * gets what the provider finds of the reasoning in each request.
 */
export const askedCompaction = (asked: AskedCompaction, judged: Judged[]): Arm => ({
  name: `ctxc, ${asked.model} compacts at a soft size of ${(100 * asked.share).toFixed(0)} %`,
  strips: true,
  async requests(recorded) {
    const run = withOwnIds(recorded)
    const { events, compile, after, provider } = await begin(run, asked)
    const requests: (MadeRequest | null)[] = []
    let session: Session = (await built('index')).createSession()
    /** Place in the run's history of each event; null for events of the compiler. */
    const places: (number | null)[] = []
    const append = (added: readonly EventInput[], place: number | null): void => {
      session = session.append(...added)
      for (const _ of added) places.push(place)
    }
    for (const [place, message] of run.history.entries()) {
      if (!run.calls.includes(place)) {
        append(events.slice(place, place + 1), place)
        continue
      }
      const result = await compile(session)
      if (!result.ok) {
        requests.push(null)
        append(events.slice(place, place + 1), place)
        continue
      }
      const before = run.calls.filter(call => call < place).length
      judged.push({ made: before, ...judgedBy(provider.judge(result.request), result, session) })
      const messages = shownMessages(run, result, { session, places, summary: asked.summary })
      requests.push({ said: place, messages, answer: message, kind: 'answer' })
      const { status, body } = provider.answer(result.request, scriptOf(message, asked))
      if (status !== 200) throw new Error(JSON.stringify(body))
      const { made, answered, compacted } = await after(result, body)
      append(made, null)
      append(answered, place)
      append(compacted, null)
      if (compacted.some(({ parts = [] }) => parts.length > 0)) {
        const answer = summaryMessage(session.length - 1, asked.summary)
        requests.push({ said: place, messages, answer, kind: 'summary' })
      }
    }
    return requests
  },
})

/** Begins a conversation with a provider that signs reasoning and compacts. */
async function begin(run: CostRun, { model, share, summary }: AskedCompaction) {
  const { system, history, head, tokens } = run
  const tools = run.tools ?? toolsIn(history)
  const isClaude = model.startsWith('claude')
  const ctxc = await built('index')
  const { resolveWants } = await built('effects')
  const { fromOpenAI } = await built('from/openai')
  const program = fromOpenAI({ messages: [...system, ...history], tools })
  const { events } = program.session as { events: readonly EventInput[] }
  if (events.length !== history.length) throw new Error('a message is not an event')
  const provider = bindingProvider(isClaude ? 'anthropic' : 'openai', { model, betas })
  const block = { type: 'compaction', content: ' word'.repeat(summary), encrypted_content: null }
  const compact = {
    id: 'provider',
    run: async ({ body }: { body: object }) =>
      (isClaude ? provider.answer(body, [block]) : provider.compact(body)).body,
  }
  const compiler = createRecompiler(ctxc, program, {
    target: isClaude ? 'anthropic' : 'openai',
    model,
    budget: { input: most, aim: Math.ceil(share * (head + sum(tokens))) },
    effects: { compact },
  })
  return {
    events,
    provider,
    compile: (session: Session): Promise<Compiled> => compiler.compile(session),
    after: async (result: Compiled, body: object) => ({
      made: result.events,
      answered: ctxc.answerOf(result, body) as readonly EventInput[],
      compacted: (await resolveWants(result, { effects: { compact } })) as readonly EventInput[],
    }),
  }
}

/** Answers that a request shows are counted by their events, and their reasoning by the provider. */
function judgedBy(
  { alive, dead }: { readonly alive: number; readonly dead: readonly object[] },
  result: Compiled,
  session: Session,
): Omit<Judged, 'made'> {
  const seqs = new Set(result.units.flatMap(({ unit }) => unit.spans.map(({ seq }) => seq)))
  const thought = [...seqs].filter(seq => session.event(seq).parts?.some(({ kind }) => kind === 'reasoning'))
  return { kept: thought.length, alive, dead: dead.length }
}

/**
 * Returns a request as messages of the recorded run, behind a stand-in for the compaction that it shows, and behind the
 * user messages that OpenAI returned with it.
 */
function shownMessages(
  run: CostRun,
  { units }: Compiled,
  {
    session,
    places,
    summary,
  }: {
    readonly session: Session
    readonly places: readonly (number | null)[]
    readonly summary: number
  },
): ChatMessage[] {
  const compaction = units.find(({ unit }) => unit.kind === 'compaction')?.unit.spans[0]?.seq
  const shown = new Set(units.flatMap(({ unit }) => unit.spans.flatMap(({ seq }) => places[seq] ?? [])))
  const kept = run.history.filter((_, place) => shown.has(place))
  if (compaction === undefined) return kept
  const { parts = [], actions } = session.event(compaction)
  const returned = parts.filter(part => part.kind === 'opaque' && part.payload.role === 'user').length
  const replaced = new Set(places.slice(0, actions?.effect?.covers?.at(-1)?.to))
  const users = run.history.filter(({ role }, place) => role === 'user' && replaced.has(place))
  return [...users.slice(users.length - returned), summaryMessage(compaction, summary), ...kept]
}

/** Returns a recorded answer behind a thought, as the provider gets it to sign. */
function scriptOf(
  answer: ChatMessage,
  { model }: AskedCompaction,
): readonly Readonly<Record<string, unknown>>[] {
  const text = contentOf(answer)
  const calls = callsOf(answer).map(({ id, function: { name, arguments: written } }) => ({
    id,
    name,
    written,
  }))
  if (model.startsWith('claude'))
    return [
      { type: 'thinking', thinking: '' },
      ...(text === '' ? [] : [{ type: 'text', text }]),
      ...calls.map(({ id, name, written }) => ({ type: 'tool_use', id, name, input: JSON.parse(written) })),
    ]
  const content = [{ type: 'output_text', text, annotations: [] }]
  return [
    { type: 'reasoning', summary: [] },
    ...(text === '' ? [] : [{ type: 'message', role: 'assistant', status: 'completed', content }]),
    ...calls.map(({ id, name, written }) => ({
      ...{ type: 'function_call', call_id: id, name, arguments: written, status: 'completed' },
    })),
  ]
}

/** Returns a run whose calls have ids that every provider gives; a provider would not repeat those of another one. */
function withOwnIds(run: CostRun): CostRun {
  const own = new Map<string, string>()
  const history = run.history.map((message, place) => {
    if (message.role === 'tool')
      return { ...message, tool_call_id: own.get(message.tool_call_id) ?? message.tool_call_id }
    if (message.role !== 'assistant' || !message.tool_calls) return message
    const calls = callsOf(message).map((call, at) => {
      const id = `call_${place}_${at}`
      own.set(call.id, id)
      return { ...call, id }
    })
    return { ...message, tool_calls: calls }
  })
  return { ...run, history }
}
