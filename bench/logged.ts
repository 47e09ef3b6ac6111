/**
 * Compares the forecast of cached, written and plain input with what a provider logged, call by call, given the provider's own
 * totals of each request and the one before.
 */

import type { Compiled, EventInput, Session, Usage } from 'ctxc'
import { readRuns } from '../scripts/runs.ts'
import type { ChatMessage } from '../src/core/vendor/openai/write/chat/request.ts'
import { createRecompiler } from './assembler/recompile.ts'
import { data } from './corpus/places.ts'
import { sum } from './cost/outcome.ts'
import { isSystem, toolsIn } from './cost/run.ts'
import { built } from './library/built.ts'
import { median } from './measure/median.ts'

/** A logged call of a run whose provider tells what its cache did. */
interface Logged {
  readonly at: number
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly cache_read: number
  readonly cache_write: number
}

/** A call whose forecast is compared with the log. */
interface Compared {
  /** Largest difference of the three parts, as a share of the request. */
  readonly off: number
  /** Whether the provider read nothing, although the request goes on from the one before. */
  readonly isCold: boolean
  /** Whether the call answers a user, so that a person may have paused before it. */
  readonly answersUser: boolean
  readonly tokens: number
}

/** Highest difference that is aimed at. */
const aim = 0.01

// Claude 4.6 counts like 4.5, and its window takes the longest run by the upper bound too.
const options = { target: 'anthropic', model: 'claude-sonnet-4-6', cache: 'mark' } as const

const [folder = data] = process.argv.slice(2)
const ctxc = await built('index')
const { forecastBill } = await built('explain')
const { fromOpenAI } = await built('from/openai')

for (const run of readRuns(folder).chat) {
  const { file, id, messages, meta } = run
  const calls = (meta?.usage ?? []).filter(call => 'cache_read' in call) as unknown as Logged[]
  if (calls.length === 0) continue
  const program = fromOpenAI({ messages, tools: run.tools ?? toolsIn(messages as readonly ChatMessage[]) })
  const { events } = program.session as { events: readonly EventInput[] }
  const system = messages.filter(message => isSystem(message as ChatMessage)).length
  if (events.length !== messages.length - system) throw new Error('a message is not an event')
  const compiler = createRecompiler(ctxc, program, options)
  let session: Session = ctxc.createSession()
  let earlier: Compiled | null = null
  let usage: Usage | undefined
  const compared: Compared[] = []
  for (const call of calls) {
    session = session.append(...events.slice(session.length, call.at - system))
    const result = await compiler.compile(session)
    const { prompt_tokens: tokens, cache_read: read, cache_write: written } = call
    if (usage !== undefined) {
      const [forecast] = forecastBill(result, { earlier, usage, tokens }).calls as [Usage]
      const { cacheReadTokens = 0, cacheWriteTokens = 0 } = forecast
      const parts = [cacheReadTokens - read, cacheWriteTokens - written]
      const off = Math.max(...[...parts, sum(parts)].map(Math.abs)) / tokens
      const answersUser = (messages[call.at - 1] as { role?: string }).role === 'user'
      compared.push({ off, isCold: read === 0, answersUser, tokens })
    }
    earlier = result
    usage = { inputTokens: tokens, outputTokens: call.completion_tokens }
  }
  print(`${file}/${id}`, compared)
}

function print(name: string, compared: readonly Compared[]): void {
  const show = (title: string, some: readonly Compared[]): void => {
    const within = some.filter(({ off }) => off <= aim).length
    console.log(
      `${title.padEnd(34)}${String(some.length).padStart(5)} calls  median ${percent(median(some.map(({ off }) => off)), 3)}  within 1 %: ${percent(within / some.length, 1)}`,
    )
  }
  const cold = compared.filter(({ isCold }) => isCold)
  console.log(name)
  show('all', compared)
  show(
    'the cache was read',
    compared.filter(({ isCold }) => !isCold),
  )
  show('nothing was read', cold)
  const users = cold.filter(({ answersUser }) => answersUser).length
  console.log(`${users} of the ${cold.length} calls that read nothing answer a user`)
}

function percent(share: number, digits: number): string {
  return `${(100 * share).toFixed(digits)} %`
}
