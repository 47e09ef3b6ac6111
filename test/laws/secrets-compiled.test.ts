// Law 8: no value that was found leaves a session, whatever carries it and wherever it goes.
import { expect, test } from 'vitest'
import { patience } from './runs.ts'
import { checked } from './secrets/checked.ts'
import { compiledLeaks } from './secrets/compiled.ts'

test(
  'a value that was found is in no request, input of a handler, diagnostic, record or page',
  async () => {
    let replaced = 0
    const count = await checked('compiled', async session => {
      const looked = await compiledLeaks(session)
      if (looked.replaced) replaced++
      return looked.complaints
    })
    expect(replaced).toBeGreaterThan(count * 0.8)
  },
  patience(600_000),
)
