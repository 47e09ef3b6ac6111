// A part of the battery over a real wire: the same programs against a server on the loopback.
import { contextCompiler } from 'ctxc/ai-sdk'
import { expect, test } from 'vitest'
import { serve } from '../wire/play.ts'
import { follow, type Program, type Run } from './drive.ts'
import { hosts, resetIds } from './hosts.ts'
import { scenarios } from './scenarios.ts'

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

async function over(program: Program, middleware?: ReturnType<typeof contextCompiler>): Promise<Run> {
  resetIds()
  const { host, scenario } = program
  const { url, sent, close } = await serve(scenario.answers, host.wire)
  const run = await follow(program, host.create(globalThis.fetch, url), sent, middleware)
  await close()
  return run
}

const names = [
  // It thinks as it likes: with a budget, a loop that began without thinking goes on without (W8).
  'anthropic claude-opus-5-5',
  'openai.responses gpt-5.4 store:false',
  'openai.chat gpt-4.1',
  'google gemini-3-pro-preview',
  'ollama gpt-oss:20b',
]
const scenario = scenarios.find(({ name }) => name === 'parallel calls')

test.each(names)('%s sends the same over HTTP with and without the middleware', async name => {
  const host = hosts.find(one => one.name === name)
  if (host === undefined || scenario === undefined) throw new Error('no such program')
  for (const mode of ['generate', 'stream'] as const) {
    const plain = await over({ host, scenario, mode })
    const mine = await over({ host, scenario, mode }, contextCompiler({ cache: 'keep' }))
    expect([plain.error, mine.error]).toEqual([null, null])
    expect(plain.sent).toHaveLength(3)
    expect(mine.sent.map(({ body }) => body)).toEqual(plain.sent.map(({ body }) => body))
  }
})
