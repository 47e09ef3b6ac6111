// Law 8: no value that was found leaves a session, whatever carries it and wherever it goes.
import { expect, test } from 'vitest'
import { patience } from './runs.ts'
import { checked } from './secrets/checked.ts'
import { runLeaks } from './secrets/runs.ts'

test(
  'a value that was found is in nothing that a runner reports, streams, traces or sends to a page',
  async () => {
    expect(await checked('run', runLeaks)).toBeGreaterThan(0)
  },
  patience(600_000),
)
