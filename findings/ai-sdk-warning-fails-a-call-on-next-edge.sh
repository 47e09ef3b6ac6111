#!/usr/bin/env bash
# ai 7.0.173 on the edge runtime of next 16.4.6: a call whose model returns any warning rejects. logWarnings takes `process.emitWarning` for there
# when it is a function, and the sandbox has a function that only throws. The same route without a warning answers.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export NEXT_TELEMETRY_DISABLED=1
npm init --yes >/dev/null
npm pkg set type=module
npm install --silent --no-audit --no-fund --ignore-scripts ai@7.0.173 next@16.4.6 react@19.3.1 react-dom@19.3.1
mkdir -p app/api/plain app/api/warned
echo 'export default function Layout({ children }) { return <html><body>{children}</body></html> }' >app/layout.js
for name in plain warned; do
  warnings=$([ "$name" = warned ] && echo "[{ type: 'other', message: 'The model says so.' }]" || echo '[]')
  cat >"app/api/$name/route.js" <<SCRIPT
import { generateText } from 'ai'

export const runtime = 'edge'

const model = {
  specificationVersion: 'v4',
  provider: 'own',
  modelId: 'own',
  supportedUrls: {},
  doGenerate: async () => ({
    content: [{ type: 'text', text: 'Hello.' }],
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
    warnings: $warnings,
  }),
}

export async function GET() {
  const said = await generateText({ model, prompt: 'Hi' }).then(({ text }) => text, error => 'rejected: ' + error.message)
  return Response.json(said)
}
SCRIPT
done
npx next build >/dev/null
cat >index.mjs <<'SCRIPT'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'

const port = 20_000 + (process.pid % 20_000)
const server = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
const ask = async name => {
  for (let tries = 0; ; tries++) {
    const response = await fetch(`http://127.0.0.1:${port}/api/${name}`).catch(() => null)
    if (response !== null) return response.json()
    if (tries > 100) throw new Error('no server')
    await pause(200)
  }
}
try {
  const [plain, warned] = [await ask('plain'), await ask('warned')]
  console.log('without a warning ->', plain)
  console.log('with a warning ->', warned)
  assert.equal(plain, 'Hello.')
  assert.match(warned, /process\.emitWarning\) which is not supported in the Edge Runtime/)
} finally {
  server.kill()
}
SCRIPT
node index.mjs
