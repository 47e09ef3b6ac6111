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
    // No test is about time: a busy machine must not fail one.
    testTimeout: 60_000,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'], // *.test-d.ts is checked by tsc (typecheck)
  },
})
