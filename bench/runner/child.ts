/** Runs one agent once in this process, and prints what it took: `node runner/child.ts NAME STEPS FOLDER [DATABASE]`. */
import { median } from '../measure/median.ts'
import { peers } from './index.ts'
import { postgresPeers } from './postgres.ts'
import type { Ran } from './ran.ts'
import { lastAnswer, Script } from './work.ts'

const [name, steps, folder = '', database = ''] = process.argv.slice(2)
const peer = [...peers, ...postgresPeers].find(each => each.name === name)
if (peer === undefined) throw new Error(`no runner has the name '${name}'`)
const script = new Script(Number(steps))
const ready = await peer.prepare({ script, folder, database })
const cpuBefore = process.cpuUsage()
const from = performance.now()

const mean = (times: readonly number[]) => times.reduce((sum, ms) => sum + ms, 0) / times.length

function print(): void {
  const total = performance.now() - from
  const { user, system } = process.cpuUsage(cpuBefore)
  const each = script.begun.slice(1).map((time, index) => time - (script.begun[index] ?? 0))
  const ran: Ran = {
    first: mean(each.slice(0, 20)),
    last: mean(each.slice(-20)),
    median: median(each),
    total,
    cpu: (user + system) / 1e3 / each.length,
    steps: each.length,
  }
  process.stdout.write(`${JSON.stringify(ran)}\n`)
}

// The parent stops a run that takes too long, and shows how far it came.
process.on('SIGTERM', () => {
  print()
  process.exit(0)
})
const answer = await ready.run()
print()
await ready.close?.()
if (answer !== lastAnswer) throw new Error(`the run ended with '${answer}'`)
if (script.begun.length !== script.steps + 1) throw new Error(`${script.begun.length} model calls`)
// Some peers do not stop their timers.
process.exit(0)
