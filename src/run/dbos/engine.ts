import { AsyncLocalStorage } from 'node:async_hooks'
import { DBOS, DBOSClient } from '@dbos-inc/dbos-sdk'
import { keyText, ownerText, type SessionKey } from '../../core/session/owner.ts'
import type { Drive, Driver, DriverTerms } from '../runner/driver.ts'
import { SessionTurns } from '../runner/session-turns.ts'
import { stoppedError } from '../runner/store/store-error.ts'
import { AliveReports } from './alive-reports.ts'
import { ignoreLostConnections, launchAlone } from './launch.ts'
import type { DbosDriverOptions } from './options.ts'
import { lostQueue, queueNameOf, registerQueues } from './queues.ts'
import { requeueWork } from './requeue-work.ts'
import {
  delayOf,
  idsOnly,
  indexed,
  nameInId,
  newIdOf,
  type StartWorkflow,
  starterOf,
} from './start-workflow.ts'
import { forgetWorkflows, registerWorkflows, runName, type Workflows } from './workflows.ts'

/** Options that have a value in every driver. */
type Settings = Required<Omit<DbosDriverOptions, 'queueOf'>> & Pick<DbosDriverOptions, 'queueOf'>

/** Default options. */
export const defaults = {
  schema: 'dbos',
  name: 'ctxc',
  worker: true,
  queues: { sessions: {} },
  tenantOf: ({ owner }: SessionKey): string => ownerText(owner),
}

/**
 * Version of the app for DBOS. It is the same for all releases, because DBOS gives work to processes of one version
 * only: the sessions of an earlier deploy would wait for ever.
 */
const version = 'ctxc'

const silent = { info() {}, debug() {}, warn() {}, error() {} }

/** Driver that was started. */
interface Started {
  readonly drive: Drive
  readonly terms: DriverTerms
  readonly startWorkflow: StartWorkflow
  readonly reports: AliveReports
}

/** Driver over DBOS Transact. */
export class DbosEngine implements Driver, Workflows {
  private readonly settings: Settings
  private readonly turns = new SessionTurns()
  private readonly stopping = new AbortController()
  /** Runs functions outside of DBOS's workflows, because calls of DBOS in a workflow are steps of it. */
  private readonly outside = AsyncLocalStorage.snapshot()
  private starting: Promise<void> | null = null
  private ending: Promise<void> | null = null
  private started: Started | null = null

  constructor(settings: Settings) {
    this.settings = settings
  }

  start(drive: Drive, terms: DriverTerms): Promise<void> {
    this.starting = this.launch(drive, terms)
    return this.starting
  }

  private async launch(drive: Drive, terms: DriverTerms): Promise<void> {
    const { pool, schema, name, worker, queues } = this.settings
    if (DBOS.isInitialized())
      throw new Error(
        'dbosDriver launches DBOS itself: do not launch it before, and use one driver in a process',
      )
    const start = starterOf(registerWorkflows(this))
    const startWorkflow: StartWorkflow = (...given) => this.outside(() => start(...given))
    const reports = new AliveReports(terms, startWorkflow)
    this.started = { drive, terms, startWorkflow, reports }
    ignoreLostConnections(pool)
    await launchAlone(pool, {
      name,
      applicationVersion: version,
      executorID: terms.holder,
      systemDatabasePool: pool,
      systemDatabaseSchemaName: schema,
      useListenNotify: false, // nothing here waits for a notification, and poolers do not deliver them
      listenQueues: worker ? [...Object.keys(queues).map(queueNameOf), lostQueue] : [],
      logger: silent,
    })
    await registerQueues(queues)
    if (worker) await this.outside(() => reports.begin())
  }

  async wake(key: SessionKey, at?: number): Promise<void> {
    if (this.stopping.signal.aborted) return
    const { terms, startWorkflow } = this.running
    const name = indexed(keyText(key))
    const delaySeconds = at === undefined ? 0 : delayOf(at - terms.now())
    await startWorkflow('runSession', JSON.stringify(key), {
      workflowID: newIdOf(name),
      queueName: queueNameOf(this.queueOf(key)),
      enqueueOptions: {
        // One wake-up for each session: it reads all of the log when it begins.
        deduplicationID: at === undefined ? name : `${name}@${at}`,
        queuePartitionKey: indexed(this.settings.tenantOf(key)),
        ...(delaySeconds > 0 && { delaySeconds }),
      },
    })
  }

  async unwoken(keys: readonly SessionKey[]): Promise<readonly SessionKey[]> {
    if (keys.length === 0) return []
    const found = await this.outside(() =>
      DBOS.listWorkflows({
        workflowName: runName,
        status: ['ENQUEUED', 'PENDING'],
        ...idsOnly,
      }),
    )
    const woken = new Set(found.map(({ workflowID }) => nameInId(workflowID)))
    return keys.filter(key => !woken.has(indexed(keyText(key))))
  }

  stop(): Promise<void> {
    this.ending ??= this.end()
    return this.ending
  }

  async runSession(json: string): Promise<void> {
    const key = JSON.parse(json) as SessionKey
    const { drive } = this.running
    const { signal } = this.stopping
    const run = (): Promise<void> => (signal.aborted ? Promise.resolve() : drive(key, signal))
    await this.outside(() => this.turns.runInTurn(key, run)).catch(() => {})
    // The wake-up of a session that was stopped is not done, so it must not end.
    if (signal.aborted) await new Promise(() => {})
  }

  async replaceProcess(name: string): Promise<void> {
    if (name !== this.running.terms.holder) await this.outside(() => requeueWork(DBOS, name))
  }

  private get running(): Started {
    if (this.started === null) throw new Error('the driver was not started')
    return this.started
  }

  private queueOf(key: SessionKey): string {
    const { queues, queueOf } = this.settings
    const names = Object.keys(queues)
    const name = queueOf?.(key) ?? (names[0] as string)
    if (!names.includes(name)) throw new TypeError(`queueOf returned '${name}', which is no name of a queue`)
    return name
  }

  private async end(): Promise<void> {
    const { pool, schema, name } = this.settings
    this.stopping.abort(stoppedError())
    const isLaunched = await this.starting?.then(
      () => true,
      () => false,
    )
    await this.started?.reports.stop()
    await this.turns.settle()
    forgetWorkflows(this)
    if (isLaunched !== true) return
    await DBOS.shutdown()
    // This process takes nothing any more, so the others get its sessions at once.
    const client = await DBOSClient.create({
      systemDatabaseUrl: 'postgres://pool@localhost/pool', // required, and not used beside a pool
      systemDatabasePool: pool,
      systemDatabaseSchemaName: schema,
      applicationName: name,
      logger: silent,
    })
    await requeueWork(client, this.running.terms.holder)
    await client.destroy()
  }
}
