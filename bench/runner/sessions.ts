/** Many sessions at once in one process: `node runner/sessions.ts SESSIONS STEPS memory|sqlite FOLDER`. */
import { key, memory, modelOf, runnerOf, sqlite } from './ctxc.ts'
import { question } from './work.ts'

const [sessions = 1_000, steps = 10] = process.argv.slice(2, 4).map(Number)
const [kind, folder = ''] = process.argv.slice(4)

/** Steps that each session has made. */
const made = new Map<string, number>()
let peak = 0
const look = (): void => {
  peak = Math.max(peak, process.memoryUsage().heapUsed)
}
let calls = 0

const store = kind === 'memory' ? await memory() : await sqlite(folder, 'normal')
const runner = await runnerOf(
  store,
  modelOf(name => {
    // The key of a call begins with the session's id.
    const [id = ''] = name.split('/')
    const index = made.get(id) ?? 0
    made.set(id, index + 1)
    if (calls++ % 100 === 0) look()
    return index < steps ? index : null
  }),
)
look()
const before = peak
const from = performance.now()
const outcomes = await Promise.all(
  Array.from(
    { length: sessions },
    (_, index) => runner.run({ ...key, id: `s${index}` }, { message: question }).outcome,
  ),
)
const total = performance.now() - from
look()
if (outcomes.some(({ status }) => status !== 'done')) throw new Error('a session did not end')
const rss = process.resourceUsage().maxRSS / 1_024
console.log(JSON.stringify({ total, before: before / 2 ** 20, peak: peak / 2 ** 20, rss }))
process.exit(0)
