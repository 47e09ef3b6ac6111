import {
  answerOf,
  type Budget,
  createCompiler,
  createSession,
  type EventInput,
  type Part,
  type Session,
} from 'ctxc'
import { type CompactHandler, resolveWants } from 'ctxc/effects'
import { bindingProvider } from '../../../src/testing/fake/binding/index.ts'
import { drawFrom } from '../../laws/alive/draw.ts'
import { claude, gpt, type Item } from '../../laws/alive/vendor.ts'

export const betas = ['thinking-binding-controls-2026-08-01', 'compact-2026-09-04']

/** A conversation with a provider that signs its reasoning, whose history the provider compacts. */
export interface Talk {
  readonly model: string
  readonly budget?: Budget
  readonly seed?: number
  readonly steps?: number
  readonly agent?: object
  /** Returns a value of the state, under the key `mood`, from each step on. */
  readonly mood?: (step: number) => string
  /** Returns events that are appended after the answer of a step. */
  readonly also?: (step: number) => readonly EventInput[]
  readonly options?: object
  /** Says when the events of a compaction are appended: 0 for before the next request. */
  readonly delay?: number
  /** Whether the events of a compaction are appended while an answer is under way, as in a runner. */
  readonly isUnderway?: boolean
  readonly provider?: Parameters<typeof bindingProvider>[1]
  /** Number of steps after which the user writes again; by default, after each answer without a call. */
  readonly turnOf?: number
  /** Parts of the first message beside its text. */
  readonly attached?: readonly Part[]
  /** Whether the plan of the request before a step is lost. */
  readonly losesPlan?: (step: number) => boolean
  /** Whether the plan of the newest request is lost before a step, so that the one before it is used. */
  readonly agesPlan?: (step: number) => boolean
}

/** Figures of a conversation. */
export interface Told {
  readonly faults: string[]
  readonly requests: object[]
  readonly asked: Item[]
  /** Numbers of reasoning items that each request holds. */
  readonly held: number[]
  readonly results: {
    readonly plan: unknown
    readonly diagnostics: readonly { readonly code: string }[]
    readonly reasoning: { readonly losses: readonly { readonly reason: string }[] }
    readonly wants: readonly { readonly key: string }[]
  }[]
  session: Session
}

/** Returns the handler that asks a fake provider. */
export const handlerOf = (provider: ReturnType<typeof bindingProvider>, asked: Item[]): CompactHandler => ({
  id: 'vendor',
  run: async ({ target, body }) => {
    asked.push(body)
    const answer = target === 'anthropic' ? provider.answer(body) : provider.compact(body)
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return answer.body
  },
})

/** Has a conversation, and returns what was asked and refused. */
export async function talk({ model, budget, seed = 7, steps = 24, delay = 0, ...more }: Talk): Promise<Told> {
  const isClaude = model.startsWith('claude')
  const vendor = isClaude ? claude : gpt
  const provider = bindingProvider(isClaude ? 'anthropic' : 'openai', { model, betas, ...more.provider })
  const asked: Item[] = []
  const effects = { compact: handlerOf(provider, asked) }
  const agent = {
    ...{ name: 'agent', model, instruction: 'Answer in short sentences.' },
    tools: [{ name: 'look', parameters: { type: 'object' } }],
    ...more.agent,
  }
  const compiler = createCompiler(agent as never, { model, budget, effects, ...more.options } as never)
  const draw = drawFrom(seed)
  const told: Told = {
    ...{ faults: [], requests: [], asked, held: [], results: [] },
    session: createSession().append({
      author: 'user',
      parts: [{ kind: 'text', text: 'The first question.' }, ...(more.attached ?? [])],
    }),
  }
  let plan: unknown = null
  let older: unknown = null
  const due: { at: number; events: Awaited<ReturnType<typeof resolveWants>> }[] = []
  const appendDue = (step: number) => {
    for (const { events } of due.filter(({ at }) => at <= step)) told.session = told.session.append(...events)
    due.splice(0, due.length, ...due.filter(({ at }) => at > step))
  }
  for (let step = 0; step < steps; step++) {
    if (!more.isUnderway) appendDue(step)
    if (more.losesPlan?.(step)) plan = null
    if (more.agesPlan?.(step)) plan = older
    older = plan
    const result = await compiler.compile(told.session, { plan: plan as never })
    plan = result.plan
    told.results.push(result as never)
    if (result.request === null) {
      told.faults.push(`${step}: ${result.diagnostics[0]?.message}`)
      break
    }
    told.requests.push(result.request)
    const { content, calls } = scriptOf(vendor, draw, { step, turnOf: more.turnOf })
    const { status, body } = provider.answer(result.request, content)
    const dead = status === 200 ? ((body.input_transformations ?? []) as readonly object[]) : [body]
    told.faults.push(...dead.map(item => `${step}: ${JSON.stringify(item)}`))
    if (status !== 200) break
    told.held.push((JSON.stringify(result.request).match(/"type":"(thinking|reasoning)"/g) ?? []).length)
    told.session = told.session.append(...result.events)
    if (more.isUnderway) appendDue(step)
    told.session = told.session.append(...answerOf(result, body as never))
    const events = await resolveWants(result, { effects })
    if (events.length > 0) due.push({ at: step + 1 + delay, events })
    if (delay === 0 && !more.isUnderway) told.session = told.session.append(...(due.pop()?.events ?? []))
    const { mood, also } = more
    if (also) told.session = told.session.append(...also(step))
    if (mood)
      told.session = told.session.append({
        author: 'developer',
        actions: { state: { set: { mood: mood(step) } } },
      })
    const text = `Words ${step}. ${'more of them '.repeat(draw.upTo(30))}`
    told.session = told.session.append(
      ...(calls.length > 0
        ? [
            {
              author: 'tool',
              parts: calls.map(id => ({
                ...{ kind: 'tool-result' as const, id },
                content: [{ kind: 'text' as const, text }],
              })),
            },
          ]
        : [{ author: 'user', text }]),
    )
  }
  return told
}

/** Returns an answer, drawn until it has a call, unless it ends a turn of a given number of steps. */
function scriptOf(
  vendor: typeof claude,
  draw: Parameters<typeof claude.script>[0],
  { step, turnOf }: { readonly step: number; readonly turnOf: number | undefined },
) {
  const isLast = turnOf !== undefined && step % turnOf === turnOf - 1
  let drawn = vendor.script(draw, step)
  while (turnOf !== undefined && drawn.calls.length > 0 === isLast) drawn = vendor.script(draw, step)
  return drawn
}
