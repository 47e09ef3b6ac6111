import { defineConfig } from 'vitest/config'
import base, { postgresTests } from './vitest.config.ts'

/** Tests with a Postgres server (`npm run test:postgres`), which `npm test` leaves out. */
export default defineConfig({
  resolve: base.resolve ?? {},
  test: {
    testTimeout: 60_000,
    globalSetup: ['test/postgres-server.ts', 'test/temporary.ts'],
    include: [postgresTests, 'src/run/runner/test/{crash,lost-leases,two-processes}.test.ts'],
  },
})
