#!/usr/bin/env bash
# @modelcontextprotocol/client 2.4.0: a server over HTTP that answers a call with 401 or 403 to a client with a fixed header is reported with the
# code CLIENT_HTTP_NOT_IMPLEMENTED, and not with CLIENT_HTTP_AUTHENTICATION or CLIENT_HTTP_FORBIDDEN. Only the status of the error tells a call that
# was refused unread from one that was lost under way.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @modelcontextprotocol/client@2.4.0
cat >index.mjs <<'SCRIPT'
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

for (const status of [401, 403]) {
  let isValid = true
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', piece => (body += piece))
    request.on('end', () => {
      if (request.method !== 'POST') return response.writeHead(405).end()
      if (!isValid) return response.writeHead(status, { 'www-authenticate': 'Bearer error="invalid_token"' }).end('expired')
      const { id, method, params } = JSON.parse(body)
      if (id === undefined) return response.writeHead(202).end()
      const result = { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }
      const answer = method === 'initialize' ? { result } : { error: { code: -32601, message: 'no' } }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
    })
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  const client = new Client({ name: 'client', version: '1' })
  const url = new URL(`http://127.0.0.1:${server.address().port}/mcp`)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: { authorization: 'Bearer one' } } }))
  isValid = false
  const error = await client.callTool({ name: 'pay', arguments: {} }).then(() => null, reason => reason)
  console.log(status, '->', error?.code, error?.status ?? error?.data?.status)
  assert.equal(error?.code, 'CLIENT_HTTP_NOT_IMPLEMENTED')
  assert.equal(error?.status ?? error?.data?.status, status)
  await client.close().catch(() => {})
  server.close()
}
SCRIPT
node index.mjs
