/**
 * Costs of steering a realtime model: bytes of an hour compared with other ways, time from a change to its frame, steps of the
 * engine, audio while other things run, memory. `node live.ts [PART …]` measures all or some of `bytes`, `latency`, `steps`,
 * `audio`, `memory`, and writes `results/live.json`; `node live.ts --report` prints the last results again.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { audio } from './live/audio.ts'
import { hours } from './live/bytes.ts'
import { latency } from './live/latency.ts'
import { memory } from './live/memory.ts'
import { type LiveResults, report } from './live/report.ts'
import { growth, kindsOfSteps } from './live/steps.ts'
import { versions } from './report/machine.ts'

const file = join(import.meta.dirname, 'results', 'live.json')

const parts: Readonly<Record<string, () => Promise<object> | object>> = {
  bytes: hours,
  latency,
  steps: () => ({
    'gemini-3.8-live, context-injection': kindsOfSteps('gemini-3.8-live', 'context-injection'),
    'gemini-3.8-live, instruction-update': kindsOfSteps('gemini-3.8-live', 'instruction-update'),
    'gpt-realtime, context-injection': kindsOfSteps('gpt-realtime', 'context-injection'),
  }),
  growth: () => ({
    'context-injection': growth('gemini-3.8-live', 'context-injection'),
    'instruction-update': growth('gemini-3.8-live', 'instruction-update'),
  }),
  audio,
  memory,
}

const given = process.argv.slice(2)
if (!given.includes('--report')) {
  const { node, machine } = versions()
  const measured = new Date().toISOString().slice(0, 10)
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const load = (loadavg()[0] ?? Number.NaN).toFixed(1)
  const results = { ...before, measured, node, machine, load }
  for (const [name, measure] of Object.entries(parts))
    if (given.length === 0 || given.includes(name)) results[name] = await measure()
  writeFileSync(file, `${JSON.stringify(results, null, 1)}\n`)
}
console.log(report(JSON.parse(readFileSync(file, 'utf8')) as LiveResults))
// The client of a peer keeps timers.
process.exit()
