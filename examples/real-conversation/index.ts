// A real conversation with tool calls, compiled for three providers. It is larger than the budget.
import { readFileSync } from 'node:fs'
import { type Compiled, compile } from 'ctxc'
import { fromOpenAI } from 'ctxc/from/openai'

const file = new URL('./conversation.json', import.meta.url)
const conversation = fromOpenAI(JSON.parse(readFileSync(file, 'utf8')) as { messages: object[] })

const budget = 7_700
const targets = [
  { target: 'openai', model: 'gpt-5.4' },
  { target: 'openai-chat', model: 'gpt-5.4' },
  { target: 'anthropic', model: 'claude-sonnet-5' },
] as const

for (const { target, model } of targets) {
  const result: Compiled = await compile(conversation, { target, model, budget })
  console.log(`\n${target} (${model}): ${result.ok ? 'ok' : 'NOT OK'}`)
  const { input, max, limit, exact } = result.tokens
  console.log(`  tokens     ${input}${exact ? '' : ' estimated'}, at most ${max} of ${limit}`)
  console.log(`  units      ${units(result)}`)
  for (const line of ledger(result)) console.log(`  ledger     ${line}`)
  for (const { level, code, message, at } of result.diagnostics)
    console.log(`  ${level.padEnd(10)} ${code} ${message}${at.length > 0 ? ` (${at.join(', ')})` : ''}`)
}

/** Counts the kept and the omitted units: a unit is a message, or a model response with its calls and their results. */
function units({ ledger }: Compiled): string {
  const count = (fate: string): number =>
    ledger.rows.filter(row => row.fate === fate).reduce((sum, { from, to }) => sum + to - from, 0)
  return `${count('kept')} kept, ${count('omitted')} omitted`
}

/** Lists the rows of the ledger: the fate of each range of units, and the reason. */
function ledger({ ledger }: Compiled): readonly string[] {
  return ledger.rows.map(({ from, to, fate, reason, edits, before, after }) => {
    const edited = edits.length > 0 ? `, ${edits.join(', ')}` : ''
    return `${String(from).padStart(2)}-${to - 1} ${fate}: ${reason}${edited} (${before} -> ${after} tokens)`
  })
}
