import { join } from 'node:path'
import type { ModelClient, Runner } from 'ctxc/run'
import type { SessionKey, Store } from 'ctxc/store'
import { built } from '../library/built.ts'
import type { Job, Peer } from './peer.ts'
import {
  description,
  instruction,
  lastAnswer,
  parameters,
  question,
  resultOf,
  type Script,
  toolName,
} from './work.ts'

export const key: SessionKey = { owner: { app: 'bench', user: 'ada' }, id: 's1' }

/** A model that answers each request at once, in the form of Chat Completions. */
export const modelOf = (next: (key: string) => number | null): ModelClient => ({
  target: 'openai-chat',
  async *stream(_, { key, model }) {
    const index = next(key)
    const id = `call_${index}`
    const written = JSON.stringify({ index })
    if (index !== null) yield { type: 'tool-call', id, name: toolName, text: written }
    else yield { type: 'text', text: lastAnswer }
    const call = { id, type: 'function', function: { name: toolName, arguments: written } }
    const message =
      index === null
        ? { role: 'assistant', content: lastAnswer }
        : { role: 'assistant', content: null, tool_calls: [call] }
    const finish = index === null ? 'stop' : 'tool_calls'
    const usage = { prompt_tokens: 1_000, completion_tokens: 20 }
    const response = { model, choices: [{ message, finish_reason: finish }], usage }
    yield { type: 'response', response, finish }
  },
})

/** Returns a runner of the agent that all runners run. */
export async function runnerOf(
  store: Store,
  client: ModelClient,
  { budget, now }: { readonly budget?: number | undefined; readonly now?: () => number } = {},
): Promise<Runner> {
  const [{ agent, tool }, { createRunner }] = await Promise.all([built('index'), built('run')])
  const lookup = tool({
    name: toolName,
    description,
    parameters,
    execute: ({ index }: { index: number }) => resultOf(index),
  })
  const program = agent({ name: 'reader', model: 'gpt-5.4', instruction, tools: [lookup] })
  const limits = { steps: 1_000_000 }
  const compile = budget === undefined ? {} : { budget }
  return createRunner({ program, store, models: () => client, limits, compile, ...(now && { now }) })
}

export const memory = async (): Promise<Store> => (await built('store')).inMemoryStore()

export const sqlite = async (folder: string, synchronous: 'full' | 'normal'): Promise<Store> =>
  (await built('store/sqlite')).sqliteStore(join(folder, 'ctxc.db'), { synchronous })

interface Kind {
  readonly name: string
  readonly keeps: Peer['keeps']
  readonly open: (job: Job) => Promise<Store>
  readonly budget?: number
}

export const peerOf = ({ name, keeps, open, budget }: Kind): Peer => ({
  name,
  keeps,
  mostSteps: 10_000,
  async prepare(job) {
    const { script } = job
    const store = await open(job)
    const runner = await runnerOf(store, modelOf(nextOf(script)), { budget })
    return {
      async run() {
        const stream = runner.run(key, { message: question })
        // An app follows the events of a run.
        for await (const event of stream) if (event.type === 'retracted') throw new Error('retracted')
        return (await stream.outcome).text ?? ''
      },
      async close() {
        await runner.stop()
        await store.close()
      },
    }
  },
})

const nextOf = (script: Script) => () => script.next()

/** Runs of ctxc that are also measured with the builds of other checkouts. */
export const compared = ['ctxc, memory', 'ctxc, SQLite normal']

export const ctxc: readonly Peer[] = [
  peerOf({ name: 'ctxc, memory', keeps: 'memory', open: memory }),
  peerOf({ name: 'ctxc, memory, 16k budget', keeps: 'memory', open: memory, budget: 16_000 }),
  peerOf({ name: 'ctxc, SQLite normal', keeps: 'disk', open: ({ folder }) => sqlite(folder, 'normal') }),
  peerOf({ name: 'ctxc, SQLite full', keeps: 'disk', open: ({ folder }) => sqlite(folder, 'full') }),
]
