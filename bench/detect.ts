/**
 * Findings of `ctxc/protect` compared with other detectors: labelled secrets, personal data, hits in recorded runs, and speed.
 */
import { resolve } from 'node:path'
import { type RunText, readPii, readRunTexts, readSecrets } from '../scripts/detect/data.ts'
import { hitsOf, scorePii, scoreRuns, scoreSecrets } from '../scripts/detect/score.ts'
import { type Detector, loadDetectors } from './detect/detectors.ts'
import { machine } from './report/machine.ts'
import { markdown } from './report/markdown.ts'
import { table } from './report/table.ts'

const args = process.argv.slice(2)
const folder = resolve(args.find(arg => !arg.startsWith('--')) ?? '../../shared/data')
const shape = args.includes('--markdown') ? markdown : table
const samples = readSecrets(folder)
const sentences = readPii(folder)
const texts = readRunTexts(folder)
const code = texts.filter(({ file }) => /claude_code|pi_coding|mini_swe|moatless/.test(file))
const percent = (part: number, whole: number): string => ((100 * part) / whole).toFixed(1)

/** Returns every n-th text, so that all make up at most some megabytes. */
function upTo(all: readonly RunText[], megabytes: number): RunText[] {
  const size = all.reduce((sum, { text }) => sum + text.length, 0) / 1e6
  const step = Math.max(1, Math.ceil(size / megabytes))
  return all.filter((_, at) => at % step === 0)
}

async function secretRow({ name, secrets, most }: Detector): Promise<string[]> {
  if (!secrets) return []
  const [seen, held, all] = [
    await scoreSecrets(secrets, samples, 'seen'),
    await scoreSecrets(secrets, samples, 'held out'),
    await scoreSecrets(secrets, samples, 'all'),
  ]
  const runs = await scoreRuns(secrets, upTo(texts, most))
  return [
    name,
    percent(all.found, all.labelled),
    percent(seen.found, seen.labelled),
    percent(held.found, held.labelled),
    percent(all.foundCorrected, all.labelledCorrected),
    percent(all.fired, all.nearMisses),
    (hitsOf(runs) / runs.megabytes).toFixed(2),
    runs.megabytes.toFixed(1),
    (runs.megabytes / runs.seconds).toFixed(1),
  ]
}

async function piiRow({ name, pii, most }: Detector): Promise<string[]> {
  if (!pii) return []
  const { byKind, stray } = await scorePii(pii, sentences)
  const runs = await scoreRuns(pii, upTo(code, most))
  return [
    name,
    ...[...byKind.values()].map(([found, labelled]) => percent(found, labelled)),
    String(stray),
    (hitsOf(runs) / runs.megabytes).toFixed(1),
    (runs.megabytes / runs.seconds).toFixed(1),
  ]
}

const detectors = await loadDetectors()
const secretRows: string[][] = []
const piiRows: string[][] = []
for (const detector of detectors) {
  secretRows.push(await secretRow(detector))
  piiRows.push(await piiRow(detector))
}
const isFull = (row: readonly string[]): boolean => row.length > 0

console.log(machine())
console.log('\nSecrets, in percent; hits in recorded runs without known made-up values\n')
const secretHead = [
  'detector',
  'recall',
  'seen half',
  'held-out half',
  'corrected labels',
  'near misses that fire',
  'hits per MB',
  'MB read',
  'MB/s',
]
console.log(shape([secretHead, ...secretRows.filter(isFull)]))
console.log('\nPersonal data, in percent found; hits in coding runs\n')
const piiHead = [
  'detector',
  'email',
  'card',
  'iban',
  'ssn',
  'ip',
  'phone',
  'stray hits',
  'hits per MB of code',
  'MB/s',
]
console.log(shape([piiHead, ...piiRows.filter(isFull)]))
