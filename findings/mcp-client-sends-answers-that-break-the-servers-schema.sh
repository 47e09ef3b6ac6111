#!/usr/bin/env bash
# @modelcontextprotocol/client and server 2.4.0: the handler of `elicitation/create` may answer a form with anything flat. Neither side checks the answer against the
# form's `requestedSchema` by itself, in either protocol: a number above its maximum, a missing required field and an unknown field reach the tool as accepted.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @modelcontextprotocol/client@2.4.0 @modelcontextprotocol/server@2.4.0 zod@4.6.7
cat >index.mjs <<'SCRIPT'
import assert from 'node:assert/strict'
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createMcpHandler, inputRequired, McpServer } from '@modelcontextprotocol/server'

const requestedSchema = {
  type: 'object',
  properties: { sum: { type: 'number', maximum: 5 }, to: { type: 'string' } },
  required: ['sum', 'to'],
}
const make = () => {
  const server = new McpServer({ name: 'bank', version: '1.0.0' })
  server.registerTool('pay', {}, context => {
    const { inputResponses } = context.mcpReq
    return inputResponses === undefined
      ? inputRequired({ inputRequests: { form: inputRequired.elicit({ message: 'How much?', requestedSchema }) } })
      : { content: [{ type: 'text', text: JSON.stringify(inputResponses.form) }] }
  })
  return server
}
const answer = { action: 'accept', content: { sum: 900, extra: true } }
const clientOf = options => {
  const client = new Client({ name: 'app', version: '1.0.0' }, { capabilities: { elicitation: {} }, ...options })
  client.setRequestHandler('elicitation/create', async () => answer)
  return client
}
const handler = createMcpHandler(make)
const modern = clientOf({ versionNegotiation: { mode: 'auto' } })
const fetch = (url, init) => handler.fetch(new Request(url, init))
await modern.connect(new StreamableHTTPClientTransport(new URL('http://bank.test/mcp'), { fetch }))
const legacy = clientOf({})
const [ours, theirs] = InMemoryTransport.createLinkedPair()
await make().connect(theirs)
await legacy.connect(ours)
for (const client of [modern, legacy]) {
  const { content, isError } = await client.callTool({ name: 'pay' })
  console.log(client.getNegotiatedProtocolVersion(), content[0].text, { isError })
  assert.deepEqual([isError, content[0].text], [undefined, JSON.stringify(answer)])
}
process.exit(0)
SCRIPT
node index.mjs
