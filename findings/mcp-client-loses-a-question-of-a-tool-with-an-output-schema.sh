#!/usr/bin/env bash
# @modelcontextprotocol/client 2.4.0, protocol 2026-07-28: callTool with `allowInputRequired: true` returns a server's question in place of a result. If the tool
# declares an output schema, and the list of tools was read, the same call throws "has an output schema but did not return structured content", and the question is
# lost. With a `toolDefinition` that has no output schema, the question is returned, and so it is if the list was never read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @modelcontextprotocol/client@2.4.0 @modelcontextprotocol/server@2.4.0 zod@4.6.7
cat >index.mjs <<'SCRIPT'
import assert from 'node:assert/strict'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createMcpHandler, inputRequired, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

const ask = () => {
  const requestedSchema = { type: 'object', properties: { sum: { type: 'number' } } }
  return inputRequired({ inputRequests: { sum: inputRequired.elicit({ message: 'How much?', requestedSchema }) } })
}
const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'bank', version: '1.0.0' })
  server.registerTool('plain', {}, ask)
  server.registerTool('typed', { outputSchema: z.object({ paid: z.boolean() }) }, ask)
  return server
})
const about = { name: 'app', version: '1.0.0' }
const connect = async () => {
  const client = new Client(about, { versionNegotiation: { mode: 'auto' }, capabilities: { elicitation: {} } })
  const fetch = (url, init) => handler.fetch(new Request(url, init))
  await client.connect(new StreamableHTTPClientTransport(new URL('http://bank.test/mcp'), { fetch }))
  return client
}
const call = (client, name, more = {}) =>
  client.callTool({ name }, { allowInputRequired: true, ...more }).then(
    ({ resultType }) => resultType,
    ({ message }) => message,
  )
const unread = await connect()
const client = await connect()
await client.listTools()
const seen = {
  plain: await call(client, 'plain'),
  typed: await call(client, 'typed'),
  'typed, list not read': await call(unread, 'typed'),
  'typed, definition without output': await call(client, 'typed', {
    toolDefinition: { name: 'typed', inputSchema: { type: 'object' } },
  }),
}
console.log(seen)
assert.deepEqual(seen, {
  plain: 'input_required',
  typed: 'Tool typed has an output schema but did not return structured content',
  'typed, list not read': 'input_required',
  'typed, definition without output': 'input_required',
})
process.exit(0)
SCRIPT
node index.mjs
