import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { entries, root } from './scripts/entries.ts'

/** Tests that replace modules, or load them anew: no other test may meet what they made. */
const alone = [
  'test/effect/{effects,laws}.test.ts',
  'test/diagnostics/texts.test.ts',
  'src/core/context/relevant/disk.test.ts',
  'src/core/template/prompt-text.test.ts',
]

/** Tests of bundles and of the work of a type checker, which take long: `npm run test:package` runs them. */
export const packageTests = ['test/bundles/*.test.ts', 'test/{agent,template}/instantiations.test.ts']

/** Tests that need a Postgres server: `npm run test:postgres` runs them. */
export const postgresTests = '{src/run/{dbos,store/postgres,remember/postgres}/test,test/servers}/*.test.ts'

export default defineConfig({
  resolve: {
    // Tests that import 'ctxc' get the sources, not dist.
    alias: entries.map(({ id, source }) => ({
      find: new RegExp(`^${id}$`),
      replacement: join(root, source),
    })),
  },
  test: {
    // One less than there are is the default, which leaves half of a small machine idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // No test is about time: a busy machine must not fail one.
    testTimeout: 60_000,
    globalSetup: 'test/temporary.ts',
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['{src,test,bench,scripts}/**/*.test.ts'], // *.test-d.ts is checked by tsc (typecheck)
          exclude: [...configDefaults.exclude, ...alone, ...packageTests, postgresTests],
          // Node reads the sources itself: transforming them took a tenth of the time.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          execArgv: ['--import', join(root, 'test/sources.ts')],
          // A worker loads the library once, not for each file: that took a third of the time.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
  },
})
