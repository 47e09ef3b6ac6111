/** Findings of `ctxc/protect` in labelled secrets, in personal data and in recorded runs, and its speed. */
import { resolve } from 'node:path'
import { findPii, findSecrets } from '../src/core/protect/detect/find.ts'
import { piiKinds } from '../src/core/protect/detect/pii/pii-rules.ts'
import { readPii, readRunTexts, readSecrets } from './detect/data.ts'
import { hitsOf, scorePii, scoreRuns, scoreSecrets } from './detect/score.ts'
import { recorded } from './docs/figures.ts'

const folder = resolve(process.argv[2] ?? '../shared/data')
const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`
const failed: string[] = []
const demand = (name: string, isMet: boolean): void => {
  if (!isMet) failed.push(name)
}

/** Table rows for the docs: the measured property, the number of samples, and the shares of all and of each half. */
const figures: string[][] = [['measured', 'of', 'all', 'rules made with them', 'only measured']]
const halves: [secrets: string[], nearMisses: string[]] = [[], []]

const samples = readSecrets(folder)
console.log('secrets        recall as labelled     with corrected labels  near misses that fire')
for (const half of ['seen', 'held out', 'all'] as const) {
  const score = await scoreSecrets(findSecrets, samples, half)
  const { found, labelled, foundCorrected, labelledCorrected, fired, nearMisses } = score
  const cells = [
    `${percent(found, labelled)} (${found} of ${labelled})`,
    `${percent(foundCorrected, labelledCorrected)} (${foundCorrected} of ${labelledCorrected})`,
    `${percent(fired, nearMisses)} (${fired} of ${nearMisses})`,
  ]
  console.log(half.padEnd(15) + cells.map(cell => cell.padEnd(23)).join(''))
  halves[0].push(percent(found, labelled))
  halves[1].push(percent(fired, nearMisses))
  if (half !== 'all') continue
  const row = (
    name: string,
    of: number,
    [seen = '', heldOut = '', all = '']: readonly string[],
  ): string[] => [...[name, `${of}`, all, seen, heldOut]]
  figures.push(row('secrets found', labelled, halves[0]), row('near misses reported', nearMisses, halves[1]))
  demand(
    'recall of 72 % as labelled, or 75 % corrected',
    found / labelled >= 0.72 || foundCorrected / labelledCorrected >= 0.75,
  )
  demand('at most 26 % of near misses fire', fired / nearMisses <= 0.26)
}

const texts = readRunTexts(folder)
await scoreRuns(findSecrets, texts) // warms up
const runs = await scoreRuns(findSecrets, texts)
const speed = runs.megabytes / runs.seconds
console.log(
  `\nrecorded runs: ${runs.megabytes.toFixed(1)} MB, ${hitsOf(runs)} hits and ${runs.known} of known made-up values, ${(hitsOf(runs) / runs.megabytes).toFixed(2)} per MB, ${speed.toFixed(0)} MB/s`,
)
for (const [name, count] of runs.unknown) console.log(`  ${count} x ${name}`)
figures.push(['false hits in recorded runs', `${runs.megabytes.toFixed(1)} MB`, `${hitsOf(runs)}`, '', ''])
demand('at most 0.1 hits per MB', hitsOf(runs) / runs.megabytes <= 0.1)
demand('at least 10 MB/s', speed >= 10)

const { byKind, stray } = await scorePii(text => findPii(text, piiKinds), readPii(folder))
const code = texts.filter(({ file }) => /claude_code|pi_coding|mini_swe|moatless/.test(file))
const inCode = await scoreRuns(text => findPii(text, piiKinds), code)
console.log(
  `\npersonal data  found                  per MB of ${inCode.megabytes.toFixed(1)} MB of coding runs`,
)
const least: Readonly<Record<string, number>> = { card: 1, iban: 0.9, email: 1, ip: 1 }
for (const [kind, [found, labelled]] of byKind) {
  figures.push([`personal data found: ${kind}`, `${labelled}`, percent(found, labelled), '', ''])
  const hits = [...inCode.unknown].filter(([name]) => name.split(' ')[1] === kind)
  const count = hits.reduce((all, [, times]) => all + times, 0)
  console.log(
    `${kind.padEnd(15)}${`${percent(found, labelled)} (${found} of ${labelled})`.padEnd(23)}${(count / inCode.megabytes).toFixed(2)}`,
  )
  for (const [name, times] of hits) console.log(`  ${times} x ${name}`)
  demand(`${kind} found`, found / labelled >= (least[kind] ?? 0))
  demand(`${kind} in code`, kind === 'email' || count / inCode.megabytes <= 5)
}
console.log(
  `${stray} hits in labelled sentences touch no label; ${(inCode.megabytes / inCode.seconds).toFixed(0)} MB/s`,
)

recorded('detect', figures)
for (const name of failed) console.error(`missed: ${name}`)
if (failed.length > 0) process.exitCode = 1
