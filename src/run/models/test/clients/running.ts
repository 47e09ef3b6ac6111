// An agent in a runner over a loopback provider, and checks of its session.
import { expect } from 'vitest'
import { targets } from '../../../../../test/targets.ts'
import { targetNames } from '../../../../core/ir/target-name.ts'
import { agent, compile, restoreSession, tool } from '../../../../index.ts'
import { createRunner, type RunEvent, type RunnerOptions } from '../../../../run.ts'
import { fakeProvider } from '../../../../testing/index.ts'
import { inMemoryStore } from '../../../store/index.ts'
import type { Wire } from './wire/index.ts'

const key = { owner: { app: 'test', user: 'ada' }, id: 's1' }
const parameters = { type: 'object', properties: { city: { type: 'string' } } }
const tools = ['look', 'book'].map(name =>
  tool({ name, description: 'A tool.', parameters, execute: () => 'found' }),
)

/** A runner whose agent calls a model of a provider. */
export function running(wire: Wire, url: string, more: Partial<RunnerOptions> = {}) {
  const program = agent({ name: 'bot', model: wire.model, tools })
  const store = inMemoryStore()
  const runner = createRunner({
    ...{ program, store, models: () => wire.client(url), random: () => 0.5 },
    retry: { attempts: 3, delay: 2, longestDelay: 1_000 },
    ...more,
  })
  const seen: RunEvent[] = []
  const run = async (signal?: AbortSignal) => {
    const stream = runner.run(key, { message: 'Hi', ...(signal && { signal }) })
    for await (const event of stream) seen.push(event)
    return stream.outcome
  }
  const events = async () => (await store.read(key))?.events ?? []
  /** Checks that every target accepts the next request, and returns the answers in the log. */
  const answers = async () => {
    const log = JSON.parse(JSON.stringify(await events()))
    const session = restoreSession({ id: key.id, state: {}, events: log }).append({
      author: 'user',
      text: 'And now?',
    })
    for (const target of targetNames) {
      const compiled = await compile(program, session, { target, model: targets[target].models[0] })
      expect(compiled.diagnostics.filter(({ level }) => level === 'error')).toEqual([])
      const request = { ...compiled.request, model: targets[target].models[0] }
      expect(fakeProvider(target).violations(request)).toEqual([])
    }
    return session.toJSON().events.filter(({ actions }) => actions?.run?.answered)
  }
  return { runner, seen, run, events, answers }
}
