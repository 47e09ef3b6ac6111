import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { root } from './scripts/entries.ts'
import base, { packageTests } from './vitest.config.ts'

/** Tests of bundles and of the work of a type checker (`npm run test:package`), which `npm test` leaves out. */
export default defineConfig({
  resolve: base.resolve ?? {},
  test: {
    maxWorkers: 2,
    testTimeout: 60_000,
    globalSetup: 'test/temporary.ts',
    include: packageTests,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    execArgv: ['--import', join(root, 'test/sources.ts')],
  },
})
