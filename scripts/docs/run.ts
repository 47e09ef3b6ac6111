import { fork } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Problem } from './runner.ts'
import type { Sample } from './sample.ts'

/** Message of a runner after each sample. */
interface Report {
  readonly done: number
  readonly problems: readonly Problem[]
}

const runners = 2
/** Milliseconds without a report after which a runner counts as blocked. */
const patience = 120_000

/** Runs the samples, and returns a message for each fault. */
export async function runSamples(samples: readonly Sample[]): Promise<string[]> {
  const numbers = samples.flatMap(({ norun }, index) => (norun ? [] : [index]))
  const shares = Array.from({ length: runners }, (_, share) =>
    numbers.filter((_, i) => i % runners === share),
  )
  const problems = (await Promise.all(shares.map(runShare))).flat()
  return problems.map(problem => {
    const { file, line } = samples[problem.index]!
    return `${file}:${problem.line || line}: ${problem.text}`
  })
}

function runShare(numbers: readonly number[]): Promise<Problem[]> {
  return new Promise(resolve => {
    const problems: Problem[] = []
    const open = new Set(numbers)
    const runner = fork(join(import.meta.dirname, 'runner.ts'), numbers.map(String), {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      silent: true, // frameworks print warnings
    })
    const said = text(runner.stderr!)
    const kill = (): boolean => runner.kill('SIGKILL')
    let timer = setTimeout(kill, patience)
    runner.on('message', (report: Report) => {
      open.delete(report.done)
      problems.push(...report.problems)
      clearTimeout(timer)
      timer = setTimeout(kill, patience)
    })
    runner.on('exit', async () => {
      clearTimeout(timer)
      const [stopped] = open
      if (stopped !== undefined)
        problems.push({ index: stopped, line: 0, text: `ends or blocks its process: ${await said}` })
      resolve(problems)
    })
  })
}
