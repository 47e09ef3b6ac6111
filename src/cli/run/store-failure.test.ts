import { expect, test } from 'vitest'
import type { Io } from '../io.ts'
import { storeFailure } from './store-failure.ts'

const run = { file: 'app.ts', session: 's1', given: {}, isNamed: false, models: [] }

test('a store that fails is reported with the command that continues; a defect is thrown', () => {
  let err = ''
  const io = {
    colour: { out: false, err: false },
    err(text: string) {
      err += text
    },
  } as Io
  const full = Object.assign(new Error('the disk is full'), { code: 'ERR_SQLITE_ERROR' })
  expect(storeFailure(full, run, io)).toBe(1)
  expect(err).toBe(
    'error: the store failed: the disk is full\n  = help: what was reported is stored; ctxc run app.ts --session s1 --resume continues\n',
  )
  const defect = new TypeError('x is not a function')
  expect(() => storeFailure(defect, run, io)).toThrow(defect)
})
