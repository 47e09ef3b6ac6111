import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { root } from './scripts/entries.ts'
import base, { postgresTests } from './vitest.config.ts'

/** Tests with a Postgres server (`npm run test:postgres`), which `npm test` leaves out. */
export default defineConfig({
  resolve: base.resolve ?? {},
  test: {
    testTimeout: 60_000,
    // As in the project of `npm test` that most tests belong to.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    execArgv: ['--import', join(root, 'test/sources.ts')],
    isolate: false,
    globalSetup: ['test/postgres-server.ts', 'test/temporary.ts'],
    include: [
      postgresTests,
      'src/run/runner/test/{crash,crowds,followers,lost-leases,shared-keys,shared-work,stopping,two-processes}.test.ts',
    ],
  },
})
