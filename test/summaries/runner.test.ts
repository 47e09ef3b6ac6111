// A runner stores a summary before the request that uses it, and does the work for later by itself.
import { agent, C, type EventInput } from 'ctxc'
import { modelEffects } from 'ctxc/effects'
import { createRunner } from 'ctxc/run'
import { inMemoryStore } from 'ctxc/store'
import { scriptedModel } from 'ctxc/testing'
import { expect, test } from 'vitest'
import { answered, asked } from './conversation.ts'

const helper = agent({
  name: 'helper',
  model: 'gpt-5.4',
  context: C.all().summarize({ segment: 150 }),
  budget: { input: 1_200, output: 100 },
})

/** Answers as a summarizer that returns the first words of each message, by its number. */
const small = scriptedModel(({ messages }) => {
  const [said] = messages.slice(-1) as { content: string }[]
  const statements = [...(said?.content ?? '').matchAll(/message (\d+) of \w+">\n(?:- )?(\S+ \S+ \S+)/g)].map(
    ([, seq, text]) => ({
      text,
      from: [Number(seq)],
    }),
  )
  return JSON.stringify({ statements })
})

test('a runner summarizes with a model of any client', async () => {
  const store = inMemoryStore()
  let turn = 0
  const large = scriptedModel(() => answered(turn))
  const effects = modelEffects({ client: small, model: 'small' })
  const runner = createRunner({ program: helper, store, models: { 'gpt-5.4': large }, compile: { effects } })
  const key = { owner: { app: 'test' }, id: 's' }
  for (; turn < 30; turn++) await runner.run(key, { message: asked(turn) }).outcome
  const { events } = (await store.read(key)) as { events: readonly EventInput[] }
  const summaries = events.flatMap(({ actions }, seq) => (actions?.compaction ? [seq] : []))
  expect(summaries.length).toBeGreaterThan(3)
  for (const seq of summaries) {
    const answer = events.slice(seq).find(({ author }) => author === 'helper')
    expect(answer?.actions?.plan?.head.events).toBeGreaterThan(seq)
  }
  const last = JSON.stringify(large.requests.at(-1))
  expect(last).toContain('Summary of earlier messages:\\n- Question 0 about')
  expect(last).not.toContain(asked(0).trim())
  expect(small.requests.length).toBeLessThan(20)
  expect(JSON.stringify(small.requests[0])).toMatch(/message \d+ of user\\">\\nQuestion 0 about item 0/)
})
