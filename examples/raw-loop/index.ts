// An agent on the official clients of OpenAI and Anthropic, without a framework: the history outgrows the budget, and the
// provider changes in the middle of the work. README.md has the output.
import { callsOf, createSession, type EventInput, type Report } from 'ctxc'
import { openClients } from './clients.ts'
import { Loop, type Provider } from './loop.ts'

const clients = await openClients()
const loop = new Loop(createSession(), clients, { onStep: showStep, onSwitch: showSwitch })

for (const [question, ...providers] of [
  ['Which days of the last ten had errors, and when?', 'openai', 'anthropic'],
  ['What failed there?', 'openai'],
] as const) {
  console.log(`\n> ${question}`)
  console.log(await loop.ask(question, providers))
}
console.log(`\nthe session still has all ${loop.session.length} events`)
await clients.close()

/** Shows a step: the request's size, the dropped history, repairs and losses, and the model's calls. */
function showStep(provider: Provider, report: Report, answer: readonly EventInput[]): void {
  const dropped = report.ledger.rows
    .filter(({ fate }) => fate === 'omitted')
    .reduce((sum, { from, to }) => sum + to - from, 0)
  const codes = report.diagnostics.map(({ code }) => code).join(' ')
  const calls = callsOf(answer).map(({ name, arguments: given }) => `${name} ${JSON.stringify(given)}`)
  const sizes = `about ${report.tokens.input} tokens sent, ${dropped} units dropped`
  console.log(`${provider}: ${[sizes, ...calls].join(', ')}${codes && ` (${codes})`}`)
}

function showSwitch(from: Provider, to: Provider, error: unknown): void {
  console.log(`${from} failed (${error instanceof Error ? error.message : error}): ${to} continues`)
}
