import Anthropic from '@anthropic-ai/sdk'
import { agent, tool } from 'ctxc'
import { anthropicCompaction, anthropicModel } from 'ctxc/models/anthropic'
import { openaiCompaction, openaiModel } from 'ctxc/models/openai'
import { createRunner } from 'ctxc/run'
import { inMemoryStore } from 'ctxc/store'
import OpenAI from 'openai-7'
import { drawFrom } from '../draw.ts'
import { models } from '../run.ts'
import { type Calls, wireTo } from './wire.ts'

const key = { owner: { app: 'app', user: 'user' }, id: 'one' }

/** Has a conversation with a runner over the official clients, in several processes; returns the faults. */
export async function converseInRunner(seed: number, figures: Calls): Promise<string[]> {
  const draw = drawFrom(seed)
  const model = draw.pick(models)
  const isClaude = model.startsWith('claude')
  const { fetch, faults } = wireTo(isClaude ? 'anthropic' : 'openai', draw, figures)
  const about = { apiKey: 'key', maxRetries: 0, fetch }
  const [claude, gpt] = [new Anthropic(about), new OpenAI(about)]
  const compact = isClaude ? anthropicCompaction({ client: claude }) : openaiCompaction({ client: gpt })
  const budget = draw.oneIn(3) ? undefined : draw.pick([1_500, 2_500, 4_000])
  const found = `found ${'something '.repeat(draw.upTo(20))}`
  const store = inMemoryStore()
  const begin = () =>
    createRunner({
      program: agent({
        ...{ name: 'bot', model, instruction: 'Answer in short sentences.' },
        tools: [tool({ name: 'look', parameters: { type: 'object' }, execute: () => found })],
      } as never),
      store,
      models: { 'claude-': anthropicModel(claude), 'gpt-': openaiModel(gpt) },
      compile: { ...(budget && { budget }), effects: draw.oneIn(3) ? {} : { compact } },
    })
  let runner = begin()
  for (let turn = 0, turns = 3 + draw.upTo(5); turn < turns && faults.length === 0; turn++) {
    const message = `Question ${turn}. ${'more words '.repeat(draw.upTo(40))}`
    const { status } = await runner.run(key, { message }).outcome
    if (status !== 'done') break
    if (!draw.oneIn(5)) continue
    await runner.stop()
    runner = begin()
  }
  await runner.stop()
  return faults.map(fault => `seed ${seed}, runner, ${model}: ${fault}`)
}
