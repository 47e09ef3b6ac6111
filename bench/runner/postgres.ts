import pg from 'pg'
import { built } from '../library/built.ts'
import { importPeer } from '../library/import-peer.ts'
import { prepareAdk } from './adk.ts'
import { peerOf } from './ctxc.ts'
import { prepareGraph } from './langgraph.ts'
import { prepareMastra } from './mastra.ts'
import type { Peer } from './peer.ts'

/** Ways of running the agent with its session in Postgres, ours first. */
export const postgresPeers: readonly Peer[] = [
  peerOf({
    name: 'ctxc, Postgres',
    keeps: 'postgres',
    async open({ database }) {
      const pool = new pg.Pool({ connectionString: database })
      return (await built('store/postgres')).postgresStore(pool)
    },
  }),
  {
    name: 'LangGraph, PostgresSaver',
    keeps: 'postgres',
    mostSteps: 200,
    async prepare(job) {
      const { PostgresSaver } = await importPeer('@langchain/langgraph-checkpoint-postgres')
      const saver = PostgresSaver.fromConnString(job.database)
      await saver.setup()
      return prepareGraph(job, saver)
    },
  },
  {
    name: 'Mastra, PostgresStore',
    keeps: 'postgres',
    mostSteps: 200,
    async prepare(job) {
      const [{ PostgresStore }, { Memory }] = await Promise.all([
        importPeer('@mastra/pg'),
        importPeer('@mastra/memory'),
      ])
      const storage = new PostgresStore({ id: 'bench', connectionString: job.database })
      await storage.init()
      return prepareMastra(job, storage, new Memory({ storage }))
    },
  },
  { name: 'ADK JS, DatabaseSessionService', keeps: 'postgres', mostSteps: 200, prepare: prepareAdk },
]
