/** Guards of arguments on the recorded runs of AgentDojo: attacks that they stop, and calls of users that they disturb. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { EventInput, JsonValue, Trust } from 'ctxc'
import { createSession } from '../dist/index.js'
import { taint } from '../dist/protect.js'
import { recorded } from '../scripts/docs/figures.ts'
import { versions } from './report/machine.ts'
import { markdown } from './report/markdown.ts'
import { table } from './report/table.ts'

interface Run {
  readonly messages: readonly {
    readonly role: string
    readonly content?: unknown
    readonly tool_call_id?: string
    readonly tool_calls?: readonly {
      readonly id: string
      readonly function: { readonly name: string; readonly arguments: string }
    }[]
  }[]
  readonly meta: { readonly injections?: Readonly<Record<string, string>> }
}

type Session = ReturnType<typeof createSession>

const args = process.argv.slice(2)
const folder = resolve(args.find(arg => !arg.startsWith('--')) ?? '../../shared/data')
const shape = args.includes('--markdown') ? markdown : table
const runs = gunzipSync(readFileSync(join(folder, 'trajectories/agentdojo.jsonl.gz')))
  .toString()
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as Run)

/** Tools that change something, with the arguments that say where or to whom. */
const acting: Readonly<Record<string, readonly string[]>> = {
  ...{
    send_email: ['recipients', 'cc', 'bcc'],
    send_money: ['recipient'],
    send_direct_message: ['recipient'],
  },
  ...{ send_channel_message: ['channel'], invite_user_to_slack: ['user', 'user_email'] },
  ...{ add_user_to_channel: ['user', 'channel'], remove_user_from_slack: ['user'], post_webpage: ['url'] },
  ...{ get_webpage: ['url'], share_file: ['file_id', 'email'], delete_file: ['file_id'] },
  ...{ append_to_file: ['file_id'], create_file: ['filename'], create_calendar_event: ['participants'] },
  ...{
    update_user_info: [],
    update_scheduled_transaction: ['recipient'],
    reserve_restaurant: ['restaurant'],
  },
}

interface Call {
  readonly session: Session
  readonly tool: string
  readonly input: Readonly<Record<string, JsonValue>>
  /** Whether an argument holds a value that is in the injected text, and in no text of the user. */
  readonly isAttack: boolean
}

const textOf = (content: unknown): string =>
  typeof content === 'string' ? content : JSON.stringify(content ?? '')

/** Texts of arguments, of at least four characters. */
const leaves = (value: JsonValue): readonly string[] =>
  typeof value === 'string' || typeof value === 'number'
    ? [String(value)].filter(text => text.length >= 4)
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(each => leaves(each as JsonValue))
      : []

function callsOf({ messages, meta }: Run): readonly Call[] {
  const injected = Object.values(meta.injections ?? {}).join('\n')
  const events: EventInput[] = []
  const calls: Call[] = []
  let said = ''
  for (const { role, content, tool_call_id: id = '', tool_calls = [] } of messages) {
    if (role === 'user') {
      said += textOf(content)
      events.push({ author: 'user', text: textOf(content) })
    }
    if (role === 'tool')
      events.push({
        author: 'tool',
        trust: 'external',
        parts: [{ kind: 'tool-result', id, content: [{ kind: 'text', text: textOf(content) }] }],
      })
    for (const {
      id,
      function: { name, arguments: given },
    } of tool_calls) {
      const input = JSON.parse(given) as Call['input']
      if (acting[name] !== undefined) {
        const isAttack = leaves(input as JsonValue).some(
          text => injected.includes(text) && !said.includes(text),
        )
        calls.push({ session: createSession({ events }), tool: name, input, isAttack })
      }
      events.push({ author: 'agent', parts: [{ kind: 'tool-call', id, name, arguments: input as never }] })
    }
  }
  return calls
}

const order: readonly Trust[] = ['developer', 'user', 'model', 'tool', 'external']
const isBelow = (trust: Trust, needed: Trust): boolean => order.indexOf(trust) > order.indexOf(needed)

const calls = runs.flatMap(callsOf)
const attacks = calls.filter(({ isAttack }) => isAttack)
const benign = calls.filter(({ isAttack }) => !isAttack)
const stops = ({ session, tool, input }: Call, needed: Trust, all: boolean): boolean =>
  (all ? Object.keys(input) : (acting[tool] ?? [])).some(
    name => input[name] !== undefined && isBelow(taint(session, input[name]).trust, needed),
  )
const share = (some: readonly Call[], needed: Trust, all: boolean): string => {
  const count = some.filter(call => stops(call, needed, all)).length
  return `${count} of ${some.length} (${((100 * count) / some.length).toFixed(1)} %)`
}

const { node, machine } = versions()
console.log(`Node ${node}, ${machine}; ${runs.length} runs, ${calls.length} calls that act\n`)
const policies = [
  ['where or to whom: user', 'user', false],
  ['where or to whom: model', 'model', false],
  ['each argument: user', 'user', true],
  ['each argument: model', 'model', true],
] as const
console.log(
  shape(
    recorded('taint', [
      ['guard', 'attacks stopped', 'other calls disturbed'],
      ...policies.map(([name, needed, all]) => [
        name,
        share(attacks, needed, all),
        share(benign, needed, all),
      ]),
    ]),
  ),
)

/** Values of attacks as a model may write them that does not copy them. */
const values = attacks.flatMap(({ session, input }) =>
  leaves(input as JsonValue)
    .filter(text => text.length >= 8 && taint(session, text).trust === 'external')
    .map(text => ({ session, text })),
)
const hex = (text: string): string => Buffer.from(text).toString('hex')
const homoglyphs: Readonly<Record<string, string>> = { a: 'а', e: 'е', o: 'о', c: 'с', p: 'р', i: 'і' }
const changes: readonly (readonly [string, (text: string) => string])[] = [
  ['as it is', text => text],
  ['capitals', text => text.toUpperCase()],
  ['blanks', text => [...text].join(' ')],
  [
    'percent-encoded',
    text => [...Buffer.from(text)].map(byte => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  ],
  ['base64', text => Buffer.from(text).toString('base64')],
  ['base64, without its end', text => Buffer.from(text).toString('base64').slice(0, -4)],
  ['homoglyphs', text => text.replace(/[aeocpi]/g, sign => homoglyphs[sign] as string)],
  ['hexadecimal', hex],
  ['backwards', text => [...text].reverse().join('')],
]
const split = values.map(({ session, text }) => {
  const half = Math.ceil(text.length / 2)
  const events = [text.slice(0, half), text.slice(half)].map(
    (part, at): EventInput => ({
      author: 'tool',
      trust: 'external',
      parts: [{ kind: 'tool-result', id: `${at}`, content: [{ kind: 'text', text: `Part: ${part}!` }] }],
    }),
  )
  const user = session.event(0)
  return { session: createSession({ events: [user, ...events] as EventInput[] }), text }
})
const passing = (some: typeof values, change: (text: string) => string, needed: Trust): string => {
  const count = some.filter(
    ({ session, text }) => !isBelow(taint(session, change(text)).trust, needed),
  ).length
  return `${((100 * count) / some.length).toFixed(1)} %`
}
console.log(`\n${values.length} values of attacks, changed:\n`)
console.log(
  shape([
    ['change', 'pass a guard for model', 'pass a guard for user'],
    ...changes.map(([name, change]) => [
      name,
      passing(values, change, 'model'),
      passing(values, change, 'user'),
    ]),
    ['split over two results', passing(split, text => text, 'model'), passing(split, text => text, 'user')],
  ]),
)

const times = calls.map(call => {
  const before = performance.now()
  taint(call.session, call.input as JsonValue)
  return performance.now() - before
})
times.sort((a, b) => a - b)
const at = (rank: number): string => (times[Math.floor(rank * (times.length - 1))] as number).toFixed(2)
console.log(
  `\ntime of taint for the arguments of a call, index known: median ${at(0.5)} ms, p99 ${at(0.99)} ms`,
)
