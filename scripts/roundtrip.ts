/**
 * Import, then compile to the same provider without a budget: an equivalent request, twice the same bytes. No run is
 * Gemini's own, so each goes there and back.
 */
import { compile } from '../src/core/compile/compile.ts'
import { fromAnthropic, fromGemini, fromOpenAI } from '../src/from.ts'
import { anthropicDifference, chatDifference } from './equivalent.ts'
import { type Run, readRuns } from './runs.ts'

interface Message {
  readonly role: string
  readonly content?: unknown
  readonly tool_calls?: readonly { readonly id: string }[]
  readonly tool_call_id?: string
}

/** Returns the first fault of a history before a compile; null if there is none. */
function damageOf(run: Run): string | null {
  const seen = new Set<string>()
  let open = new Set<string>()
  for (const message of run.messages as readonly Message[]) {
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id ?? '')) return 'result without a call'
      continue
    }
    if (open.size > 0) return 'call without a result'
    if (message.role !== 'assistant') continue
    const calls = message.tool_calls ?? []
    if (calls.length === 0 && !message.content) return 'empty answer'
    for (const { id } of calls) {
      if (id.length > 40) return 'id too long'
      if (seen.has(id)) return 'id used before'
      seen.add(id)
    }
    open = new Set(calls.map(({ id }) => id))
  }
  return open.size > 0 ? 'call without a result' : null
}

const { chat, native } = readRuns(process.argv[2] ?? '../shared/data')
const faults: string[] = []
const damage = new Map<string, number>()
let undamaged = 0
for (const run of chat) {
  const found = damageOf(run)
  if (found) {
    damage.set(found, (damage.get(found) ?? 0) + 1)
    continue
  }
  undamaged++
  const input = { messages: run.messages, ...(run.tools && { tools: run.tools }) }
  const once = await compile(fromOpenAI(input), { model: 'gpt-4.1' })
  const twice = await compile(fromOpenAI(structuredClone(input)), { model: 'gpt-4.1' })
  if (JSON.stringify(once) !== JSON.stringify(twice))
    faults.push(`${run.file}/${run.id}: not the same bytes twice`)
  const at = once.ok ? chatDifference(run.messages, once.request.messages) : -1
  if (at !== null)
    faults.push(
      `${run.file}/${run.id}: differs at message ${at}: ${JSON.stringify(once.request?.messages[at])?.slice(0, 300)}`,
    )
}
let beyond = 0
for (const run of chat) {
  if (damageOf(run)) continue
  const there = await compile(fromOpenAI({ messages: run.messages }), { model: 'gemini-3.8-flash' })
  const read = fromGemini(there.request ?? [])
  const again = await compile(read, { model: 'gemini-3.8-flash' })
  if (JSON.stringify(again.request) !== JSON.stringify(there.request))
    faults.push(`${run.file}/${run.id}: Gemini's request does not compile to itself`)
  const back = await compile(read, { model: 'gpt-4.1', target: 'openai-chat' })
  const fillers = there.diagnostics.some(({ code }) => code === 'CX7004')
  const at = back.ok ? chatDifference(run.messages, back.request.messages) : -1
  if (at !== null && !fillers) faults.push(`${run.file}/${run.id}: differs at message ${at} after Gemini`)
  beyond++
}
console.log(`${beyond} runs to Gemini and back`)
console.log(`${chat.length} runs, ${undamaged} undamaged;`, Object.fromEntries(damage))
for (const run of native) {
  const result = await compile(
    fromAnthropic({ messages: run.messages, ...(run.system && { system: run.system }) } as never),
    { model: 'claude-3-5-sonnet-20241022' },
  )
  const at = result.ok ? anthropicDifference(run.messages, result.request.messages) : -1
  const end = result.request?.messages.at(-1)
  console.log(
    `native ${run.id}: ${run.messages.length} messages, differs at ${at}; last: ${JSON.stringify(end).slice(0, 200)}; tools ${result.request?.tools?.map(({ name }) => name)}`,
  )
}
console.log(`${faults.length} faults`)
for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
if (faults.length > 0) process.exitCode = 1
