import { lossFacts } from '../../../src/core/ir/loss.ts'
import { bindingProvider } from '../../../src/testing/fake/binding/index.ts'
import { type Draw, drawFrom } from './draw.ts'
import { claude, gpt, type Item } from './vendor.ts'
import { type App, type Compiled, ways } from './ways.ts'

/** Figures of some conversations: judged, dead and dropped reasoning items. */
export interface Figures {
  judged: number
  dead: number
  lost: number
  compiles: number
}

/** Models that bind reasoning. */
export const models = [
  'claude-fable-5-2',
  'claude-opus-5-5',
  'claude-sonnet-5-5',
  'claude-haiku-5-5',
  'gpt-6.2-sol',
  'gpt-6.2-astra',
]

/** Header by which Claude reports what it did with thinking. */
const betas = ['thinking-binding-controls-2026-08-01']

/** One conversation to have. */
export interface Talk {
  readonly seed: number
  readonly model: string
  readonly way: string
  readonly budget: number | null
  /** Most steps of the conversation; 40 by default. */
  readonly most?: number
}

/** Ways by which the events of each request and its answer are known exactly, so that nothing may be lost. */
const exactWays = new Set(['session', 'resumed', 'first sight'])

/** Has a conversation with a provider that signs its reasoning, and returns the faults of its requests. */
export async function converse(talk: Talk, figures: Figures): Promise<string[]> {
  const { seed, model, way, budget, most = 40 } = talk
  const vendor = model.startsWith('claude') ? claude : gpt
  const provider = bindingProvider(vendor === claude ? 'anthropic' : 'openai', { model, betas })
  const draw = drawFrom(seed)
  const app = (ways[way] as (typeof ways)[string])({
    model,
    system: 'Answer in short sentences.',
    ...(budget !== null && { budget }),
  })
  const faults: string[] = []
  let made = 0
  let before = { sent: 0, made: 0 }
  app.add([vendor.user('The first question.')])
  for (let step = 0, steps = 6 + draw.upTo(most - 6); step < steps; step++) {
    const result = await app.compile()
    figures.compiles++
    if (result.request === null) {
      if (budget === null) faults.push(`${step}: no request, ${result.diagnostics[0]?.message}`)
      break
    }

    const { content, calls } = vendor.script(draw, step)
    const { status, body } = provider.answer(result.request, content)
    faults.push(...judge({ result, status, body, made, figures }).map(fault => `${step}: ${fault}`))
    if (budget === null && exactWays.has(way) && result.reasoning.lost > 0)
      faults.push(`${step}: ${result.reasoning.lost} lost without a budget`)
    faults.push(
      ...account(result, app.isPlanned ? before : { sent: 0, made: 0 }, made).map(
        fault => `${step}: ${fault}`,
      ),
    )
    before = { sent: result.reasoning.sent, made }
    if (status !== 200) break
    made += content.filter(({ type }) => type === 'thinking' || type === 'reasoning').length
    await app.answered(body, vendor.answer(body))
    goOn(app, draw, { calls, step, vendor })
  }
  return faults
}

/** Returns the faults of a request, by the answer to it: the provider refuses or reports dead reasoning. */
function judge({
  result,
  status,
  body,
  made,
  figures,
}: {
  readonly result: Compiled
  readonly status: number
  readonly body: Item
  readonly made: number
  readonly figures: Figures
}): string[] {
  const { sent, lost } = result.reasoning
  const held = (JSON.stringify(result.request).match(sealed) ?? []).length
  const dead = status === 200 ? ((body.input_transformations ?? []) as readonly object[]) : [body]
  figures.judged += held
  figures.dead += dead.length
  figures.lost += lost
  const codes = result.diagnostics.map(({ code }) => code)
  return [
    ...dead.map(item => `dead: ${JSON.stringify(item)}`),
    ...(sent === held ? [] : [`${held} are sent, ${sent} counted as sent`]),
    ...(sent + lost === made ? [] : [`${made} were made, ${sent} + ${lost} counted`]),
    ...(lost > 0 && !codes.some(code => code === 'CX7007' || code === 'CX4003')
      ? [`${lost} lost in silence`]
      : []),
  ]
}

/**
 * Returns the faults of the losses that a compile reports: together they are the reasoning that the request before and
 * its answer have and this request lacks.
 */
function account(
  { reasoning: { sent, losses } }: Compiled,
  before: { readonly sent: number; readonly made: number },
  made: number,
): string[] {
  const told = losses.reduce((sum, { items }) => sum + items, 0)
  const gone = before.sent + made - before.made - sent
  return [
    ...(told === gone ? [] : [`${gone} are gone, ${told} accounted for: ${JSON.stringify(losses)}`]),
    ...losses.flatMap(({ reason }) => (Object.hasOwn(lossFacts, reason) ? [] : [`unknown reason ${reason}`])),
  ]
}

/** Beginning of a reasoning item in a request. */
const sealed = /"type":"(thinking|reasoning)"/g

/** Adds what comes after an answer: results, a user's words, both, or nothing. */
function goOn(
  app: App,
  draw: Draw,
  {
    calls,
    step,
    vendor,
  }: { readonly calls: readonly string[]; readonly step: number; readonly vendor: typeof claude },
): void {
  const text = `Words ${step}. ${'more of them '.repeat(draw.upTo(30))}`
  if (calls.length > 0 && !draw.oneIn(10)) app.add(vendor.results(calls, text))
  else if (!draw.oneIn(6)) app.add([vendor.user(text)])
}
