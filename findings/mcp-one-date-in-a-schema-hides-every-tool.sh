#!/usr/bin/env bash
# @modelcontextprotocol/server 2.4.0: registerTool takes a zod schema with z.date(), z.bigint() or z.map() without an error. tools/list
# then fails as a whole, so a client sees none of the server's tools, the good ones neither.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @modelcontextprotocol/server@2.4.0 @modelcontextprotocol/client@2.4.0 zod@4.6.7
cat >index.mjs <<'SCRIPT'
import assert from 'node:assert/strict'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

for (const [name, type] of [['date', z.date()], ['bigint', z.bigint()], ['map', z.map(z.string(), z.string())]]) {
  const server = new McpServer({ name: 'server', version: '1' })
  const answer = async () => ({ content: [] })
  server.registerTool('good', { description: 'Good.', inputSchema: z.object({ q: z.string() }) }, answer)
  server.registerTool('other', { description: 'Other.', inputSchema: z.object({ when: type }) }, answer)
  const [one, two] = InMemoryTransport.createLinkedPair()
  await server.connect(one)
  const client = new Client({ name: 'client', version: '1' })
  await client.connect(two)
  const listed = await client.listTools().then(({ tools }) => tools.map(tool => tool.name), error => error.message)
  console.log(name, '->', listed)
  assert.match(String(listed), /cannot be represented in JSON Schema/)
  await client.close()
}
SCRIPT
node index.mjs
