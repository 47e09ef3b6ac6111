import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { entries, root } from './scripts/entries.ts'

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
    include: ['{src,test,bench}/**/*.test.ts'], // *.test-d.ts is checked by tsc (typecheck)
  },
})
