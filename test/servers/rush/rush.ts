/** Many sessions in some processes want to call a provider that allows few calls, at once and again after a kill. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { storeAt } from '../../../src/run/runner/test/processes/store-at.ts'
import type { Store } from '../../../src/run/store/index.ts'
import { programAt } from '../../programs.ts'
import { Provider, type ProviderTerms } from './provider.ts'
import { keyOf, type WorkerTerms } from './terms.ts'

/** Settings of a rush. */
export interface RushTerms {
  /** Postgres schema of the sessions. */
  readonly schema: string
  readonly sessions: number
  readonly processes: number
  readonly provider: ProviderTerms
  /** Whether the processes know the limits of the provider; each of them gets its part. */
  readonly isKnown: boolean
  /** Whether all processes are killed while all sessions are due: `named` ones are started again under their names. */
  readonly kill?: 'named' | 'unnamed'
}

/** Figures of a rush. */
export interface RushResult {
  /** Milliseconds from the request, or from the restart, to the last answer in the store. */
  readonly time: number
  /** Milliseconds that a provider without a break needs. */
  readonly ideal: number
  /** Sessions that do not end with one answer. */
  readonly problems: readonly string[]
  readonly answered: number
  readonly refused: number
  readonly most: number
}

/** Milliseconds of a lease. Processes that get their sessions back under their names need not wait for its end. */
const leaseLengthOf = ({ kill }: RushTerms): number => (kill === 'unnamed' ? 2_000 : 15_000)

const pause = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds))

/** Runs a rush. Needs the Postgres server of the tests. */
export async function rush(terms: RushTerms): Promise<RushResult> {
  const provider = await Provider.start(terms.provider)
  const store = await storeAt(terms.schema)
  await store.read(keyOf(0))
  const database = new pg.Client(process.env.POSTGRES_SERVER_URL)
  await database.connect()
  let processes = await startAll(terms, provider.url)
  try {
    provider.reset() // forgets the calls that made the processes warm
    if (terms.kill !== undefined) provider.hold()
    let from = Date.now()
    const share = Math.ceil(terms.sessions / terms.processes)
    for (const [at, worker] of processes.entries())
      worker.stdin?.write(`run ${at * share} ${Math.min(terms.sessions, (at + 1) * share)}\n`)
    if (terms.kill !== undefined) {
      await untilAll(database, terms, 'due')
      await Promise.all(processes.map(kill))
      const killed = Date.now()
      provider.release()
      // A provider goes on with the calls of a process that died.
      await pause(terms.provider.duration)
      provider.reset()
      processes = await startAll(terms, provider.url)
      from = Date.now()
      for (const worker of processes) worker.stdin?.write('recover\n')
      if (terms.kill === 'unnamed') {
        while (provider.firstCall === null) await pause(5)
        // Leases end at the latest then, and others begin when they want.
        from = Math.min(provider.firstCall, Math.max(from, killed + leaseLengthOf(terms)))
      }
    }
    await untilAll(database, terms, 'idle')
    const time = Date.now() - from
    return {
      time,
      ideal: idealOf(terms, provider),
      problems: await problemsOf(store, terms.sessions),
      ...provider.seen,
    }
  } finally {
    for (const worker of processes) worker.stdin?.end()
    await Promise.all(processes.map(worker => worker.exitCode ?? worker.signalCode ?? once(worker, 'close')))
    await provider.stop()
    await database.end()
    await store.close()
  }
}

function idealOf(
  { sessions, provider: { calls, tokensPerMinute, duration } }: RushTerms,
  { seen }: Provider,
): number {
  const limit = tokensPerMinute ?? Infinity
  // Each full minute has its calls at the beginning. Those of the last one then take their time.
  const minutes = Math.max(0, Math.ceil(seen.tokens / limit) - 1)
  const last = sessions - (minutes === 0 ? 0 : Math.floor((minutes * limit * sessions) / seen.tokens))
  return minutes * 60_000 + Math.ceil(last / calls) * duration
}

async function startAll(rush: RushTerms, url: string): Promise<ChildProcess[]> {
  const { schema, processes, provider, isKnown, kill } = rush
  const { calls, tokensPerMinute } = provider
  const started = Array.from({ length: processes }, (_, at) => {
    const limits = {
      calls: Math.floor(calls / processes),
      ...(tokensPerMinute !== undefined && { tokensPerMinute: Math.floor(tokensPerMinute / processes) }),
    }
    const terms: WorkerTerms = {
      ...{ schema, url, leaseLength: leaseLengthOf(rush), isWarm: kill === undefined },
      ...(isKnown && limits),
      ...(kill === 'named' && { holder: `worker ${at}` }),
    }
    return spawn(
      process.execPath,
      ['--no-warnings', programAt(join(import.meta.dirname, 'worker.ts')), JSON.stringify(terms)],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    )
  })
  await Promise.all(started.map(worker => once(worker.stdout, 'data')))
  return started
}

async function kill(worker: ChildProcess): Promise<void> {
  worker.kill('SIGKILL')
  await once(worker, 'close')
}

/** Waits until all sessions have a status. One query at a time looks for that, so that the looks take no time from the processes. */
async function untilAll(database: pg.Client, { schema, sessions }: RushTerms, status: string): Promise<void> {
  for (let count = -1; count < sessions; ) {
    await pause(10)
    const { rows } = await database.query(
      `select count(*)::int as count from ${schema}.session where status = $1 and app = $2`,
      [status, Buffer.from(keyOf(0).owner.app)],
    )
    count = rows[0].count
  }
}

/** Returns the sessions that do not end with exactly one answer. */
async function problemsOf(store: Store, count: number): Promise<readonly string[]> {
  const problems: string[] = []
  for (let at = 0; at < count; at++) {
    const events = (await store.read(keyOf(at)))?.events ?? []
    const answers = events.filter(({ author }) => author === 'helper').length
    const failed = events.find(({ actions }) => actions?.run?.failed)?.actions?.run?.failed?.why
    if (answers !== 1 || failed !== undefined)
      problems.push(`s${at}: ${answers} answers, ${failed ?? 'not failed'}`)
  }
  return problems
}
