// Runs the built package on the oldest Node that `engines` names: the library for every target, and the command line.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { agent, answerOf, C, compile, createSession } from 'ctxc'
import { fromOpenAI } from 'ctxc/from/openai'
import { fakeProvider } from 'ctxc/testing'

const { engines, exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const oldest = engines.node.replace('>=', '')
assert.ok(process.version.startsWith(`v${oldest}.`), `this is ${process.version}, not ${oldest}`)

// This Node reads no TypeScript, so the tests' table of targets cannot be asked.
const models = {
  openai: 'gpt-5.4',
  'openai-chat': 'gpt-4.1',
  anthropic: 'claude-sonnet-5',
  gemini: 'gemini-3.8-flash',
  'ai-sdk': 'claude-sonnet-5',
  text: 'mistral-small',
}
// A target's types have an entry point of its name: `npm run exports`.
const targets = Object.keys(exports).flatMap(path => /^\.\/target\/(.*)/.exec(path)?.[1] ?? [])
assert.deepEqual(Object.keys(models).sort(), targets.sort())
const bot = agent({ name: 'bot', instruction: 'Be brief.', context: [C.last(6)] })
for (const [target, model] of Object.entries(models)) {
  let session = createSession({ events: [{ author: 'user', text: 'What is the weather in Paris?' }] })
  const result = await compile(bot, session, { target, model, budget: 16_000 })
  assert.ok(result.ok, `${target}: ${JSON.stringify(result.diagnostics)}`)
  // The AI SDK takes an object for a model, which the application adds.
  const violations = fakeProvider(target).violations(result.request)
  assert.deepEqual(
    target === 'ai-sdk' ? violations.filter(({ pointer }) => pointer !== '/model') : violations,
    [],
  )
  session = session.append(...answerOf(result, { role: 'assistant', content: 'Sunny.' }))
  assert.equal(session.length, 2)
}
const imported = await compile(fromOpenAI([{ role: 'user', content: 'Hi' }]), { model: 'gpt-4.1' })
assert.ok(imported.ok)
const cli = new URL('../dist/cli.js', import.meta.url).pathname
const conversation = new URL('../examples/real-conversation/conversation.json', import.meta.url).pathname
const told = execFileSync(
  process.execPath,
  [cli, 'explain', conversation, '--budget', '7700', '--model', 'gpt-5.4'],
  { encoding: 'utf8' },
)
assert.match(told, /tokens/)
console.log(`oldest node: ${process.version}, ${targets.length} targets and the command line`)
