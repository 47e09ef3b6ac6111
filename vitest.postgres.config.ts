import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { root } from './scripts/entries.ts'
import { findPooler } from './test/pooler.ts'
import base, { postgresTests } from './vitest.config.ts'

const include = [
  postgresTests,
  'src/run/runner/test/{crash,crowds,followers,lost-leases,shared-keys,shared-work,stopping,two-processes}.test.ts',
]

/** Settings of both projects. */
const shared = {
  testTimeout: 60_000,
  // As in the project of `npm test` that most tests belong to.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: ['--import', join(root, 'test/sources.ts')],
  isolate: false,
}
const resolve = base.resolve ?? {}
const direct = { resolve, test: { ...shared, name: 'direct', include, exclude: ['**/pooler.test.ts'] } }
/** Tests that also run behind pgbouncer: not those that reach the server itself, or no server, and not `spreading`, which takes long. */
const pooled = {
  resolve,
  test: {
    ...shared,
    name: 'pgbouncer',
    setupFiles: join(root, 'test/behind-pooler.ts'),
    include,
    exclude: [
      '**/{faulty-network,in-process,key-bytes,relay,rounds,runs,spreading,vectors}.test.ts',
      'src/run/remember/postgres/test/database.test.ts',
      'test/servers/**',
    ],
  },
}
const isPooled = findPooler() !== undefined
if (!isPooled) console.warn('pgbouncer is not installed (apt-get install pgbouncer): no test runs behind it')

/** Tests with a Postgres server (`npm run test:postgres`), which `npm test` leaves out. One server is for all files. */
export default defineConfig({
  test: {
    // The server and the processes that tests start need the rest of a small machine.
    maxWorkers: 2,
    globalSetup: ['test/postgres-server.ts', 'test/temporary.ts', 'test/programs.ts'],
    projects: [direct, ...(isPooled ? [pooled] : [])],
  },
})
