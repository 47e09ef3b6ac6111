// Program of all processes: an agent with tools that take time or need approval. Tools print a line when they begin and end.
import pg from 'pg'
import { agent } from '../../../core/agent/declare.ts'
import { tool } from '../../../core/agent/tool.ts'
import { createRunner, type Runner, type ToolContext } from '../../../run.ts'
import { type ScriptedAnswer, scriptedModel } from '../../../testing/scripted-model.ts'
import { postgresStore } from '../../store/postgres/index.ts'
import { type DbosDriverOptions, dbosDriver } from '../index.ts'

/** Length of the leases in milliseconds. */
export const leaseLength = 3_000

/** Settings of one process. */
export interface Place {
  /** Schemas of the store and of DBOS. */
  readonly schema: string
  /** Version of the program, which its answers name. */
  readonly version?: string
  /** Options of DBOS; null if the processes take due sessions by themselves. */
  readonly options?: Omit<DbosDriverOptions, 'pool' | 'schema'> | null
}

/** Writes a line with the phase of a call, its session, the time and the process. */
const note = (phase: string, { key }: ToolContext): void =>
  console.log(`${phase} ${key.split('/').at(-2)} ${Date.now()} ${process.pid}`)

const timed = (name: string, duration: number, more: object = {}) =>
  tool({
    name,
    ...more,
    execute: async (_, context) => {
      const { signal } = context as ToolContext
      note('begin', context as ToolContext)
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(resolve, duration)
        signal.addEventListener('abort', () => {
          clearTimeout(timer)
          reject(signal.reason)
        })
      })
      note('end', context as ToolContext)
      return 'done'
    },
  })

/** Calls the tool that the last message names, and answers otherwise. */
const answerOf =
  (version: string) =>
  ({ messages }: { readonly messages: readonly object[] }): ScriptedAnswer => {
    const last = JSON.stringify(messages.at(-1))
    const name = ['nap', 'wait', 'pay'].find(each => last.includes(`Call ${each}.`))
    return name === undefined ? `Answered by ${version}.` : { calls: [{ name }] }
  }

/** Returns the runner of a process, and a function that stops it and ends its connections. */
export function runnerAt({ schema, version = 'v1', options = {} }: Place): {
  readonly runner: Runner
  readonly end: () => Promise<void>
} {
  const pool = new pg.Pool({ connectionString: process.env.POSTGRES_URL, max: 8 })
  const tools = [timed('nap', 150), timed('wait', 20_000), timed('pay', 1, { needsApproval: true })]
  const runner = createRunner({
    program: agent({ name: 'clerk', model: 'gpt-5.4', tools }),
    store: postgresStore(pool, { schema }),
    models: () => scriptedModel(answerOf(version)),
    // An app is the name of a queue.
    ...(options !== null && {
      driver: dbosDriver({ ...options, pool, schema: `${schema}_dbos`, queueOf: ({ owner }) => owner.app }),
    }),
    sharing: { leaseLength },
  })
  const end = async (): Promise<void> => {
    await runner.stop()
    await pool.end()
  }
  return { runner, end }
}
