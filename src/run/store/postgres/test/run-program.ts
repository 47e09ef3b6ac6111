// A program of the crash tests, run to its end over any store.
import { createRunner, type StoreDeadlines } from '../../../../run.ts'
import { scriptedModel } from '../../../../testing/index.ts'
import { answers, key, programs, tools } from '../../../runner/test/crash-programs.ts'
import type { Store } from '../../index.ts'

/** Runs a program in a session, and returns the run's status and how often each tool ran. */
export async function runProgram(program: string, store: Store, id: string, storeDeadlines?: StoreDeadlines) {
  const own = tools()
  const runner = createRunner({
    program: (programs[program] as (typeof programs)[string])(own),
    store,
    models: () => scriptedModel(answers),
    now: () => 0,
    generateId: () => 'r1',
    ...(storeDeadlines && { storeDeadlines }),
  })
  const { status } = await runner.run({ ...key, id }, { message: 'Go' }).outcome
  await runner.stop()
  return { status, runs: own.runs }
}
