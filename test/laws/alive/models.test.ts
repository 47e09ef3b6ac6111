// A conversation whose model changes: each model is sent what it reads, and nothing that the provider would refuse.
import { answerOf, type Compiled, compile, createSession, type Plan } from 'ctxc'
import { expect, test } from 'vitest'
import { bindingProvider } from '../../../src/testing/fake/binding/index.ts'
import { drawFrom } from './draw.ts'
import { claude, gpt, type Item } from './vendor.ts'

/** Conversations for each list of models. */
const wanted = Math.ceil(Number(process.env.CTXC_LAW_RUNS ?? 10_000) / 400)

/** Beginning of a reasoning item in a request. */
const sealed = /"type":"(thinking|reasoning)"/g

const betas = ['thinking-binding-controls-2026-08-01']

async function converse(
  seed: number,
  models: readonly string[],
  figures: { kept: number; switches: number },
) {
  const draw = drawFrom(seed)
  const isClaude = models[0]?.startsWith('claude') === true
  const vendor = isClaude ? claude : gpt
  const provider = bindingProvider(isClaude ? 'anthropic' : 'openai', { betas })
  const tools = [{ name: 'look', parameters: { type: 'object' } }]
  const agent = { name: 'agent', instruction: 'Answer in short sentences.', tools } as const
  const faults: string[] = []
  let session = createSession({ events: [{ author: 'user', text: 'The first question.' }] })
  let plan: Plan | null = null
  let model = draw.pick(models)
  let before = 0
  for (let step = 0; step < 16 && faults.length === 0; step++) {
    const last = model
    if (draw.oneIn(3)) model = draw.pick(models)
    const budget = seed % 4 === 0 ? { budget: 1_500 } : {}
    const result: Compiled = await compile(agent, session, { model, plan, ...budget })
    if (result.request === null) break
    plan = result.plan
    const { content, calls } = vendor.script(draw, step)
    const { status, body } = provider.answer({ ...(result.request as object), max_tokens: 500 }, content)
    const dead = status === 200 ? ((body.input_transformations ?? []) as readonly Item[]) : [body]
    faults.push(...dead.map(item => `${step}, ${last} to ${model}: ${JSON.stringify(item)}`))
    const held = (JSON.stringify(result.request).match(sealed) ?? []).length
    const { sent, losses } = result.reasoning
    if (sent !== held) faults.push(`${step}: ${held} are sent, ${sent} counted`)
    const lost = losses.reduce((sum, { items }) => sum + items, 0)
    if (lost < before - sent) faults.push(`${step}: ${before - sent} are gone, ${lost} accounted for`)
    if (model !== last) {
      figures.switches++
      figures.kept += sent
    }
    const made = content.filter(({ type }) => type === 'thinking' || type === 'reasoning').length
    before = sent + made
    session = session.append(...answerOf(result, body as never))
    if (calls.length > 0)
      session = session.append(
        ...calls.map(id => ({
          author: 'tool',
          parts: [{ kind: 'tool-result', id, content: [{ kind: 'text', text: 'found' }] } as const],
        })),
      )
    session = session.append({
      author: 'user',
      text: `Words ${step}. ${'more of them '.repeat(draw.upTo(30))}`,
    })
  }
  return faults.map(fault => `seed ${seed}, ${fault}`)
}

const fables = ['claude-fable-5-1', 'claude-mythos-5-1', 'claude-opus-5-5', 'claude-sonnet-5-5']

test.each([
  ['models of Claude that read each other in part', fables, true],
  ['all models of Claude', [...fables, 'claude-fable-5-2', 'claude-haiku-5-5', 'claude-opus-5'], true],
  ['models of OpenAI that read only their own', ['gpt-6.2-sol', 'gpt-6.2-astra', 'gpt-6-sol'], false],
] as const)('%s are sent living reasoning only', async (_, models, keeps) => {
  const figures = { kept: 0, switches: 0 }
  const faults: string[] = []
  for (let seed = 1; seed <= wanted && faults.length < 5; seed++)
    faults.push(...(await converse(seed, models, figures)))
  expect(faults).toEqual([])
  expect(figures.switches).toBeGreaterThan(wanted)
  if (keeps) expect(figures.kept).toBeGreaterThan(figures.switches / 4)
})
