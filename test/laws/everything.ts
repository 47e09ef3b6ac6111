import { fence, fresh, redact } from '../../src/core/protect/index.ts'
import { hasGuard } from '../../src/core/protect/protection.ts'
import { memoriesOf, processMemories } from '../../src/core/remember/index.ts'
import { type Effects, resolveWants } from '../../src/effects.ts'
import type { Conversation } from '../../src/from.ts'
import {
  agent,
  C,
  type Compiled,
  type CompileOptions,
  compile,
  createCompiler,
  createSession,
  type EventInput,
  type Plan,
  type Session,
} from '../../src/index.ts'
import { provider, start } from '../caches/world.ts'
import { laws } from './all.ts'
import { cachedComplaints, forCaches, longInstruction, wholeResult } from './cached.ts'
import { type Case, conversationOf, countOf, withoutLimit } from './case.ts'
import { copy } from './law.ts'

/** Values that no model may see: of a pattern, of a field, an address, and a name that a detector finds later. */
const planted = [
  'tulip-481516234',
  'Meridian-Orchid-77',
  'planted.person@example.org',
  'Theodora-Quellenhof',
] as const
const [code, field, address, name] = planted

/** Events that hold the values, bare, escaped, and encoded. */
const carriers: readonly (readonly EventInput[])[] = [
  [{ author: 'user', text: `The code is ${code}, write to ${address}.` }],
  [
    { author: 'user', text: 'Look it up.' },
    {
      author: 'agent',
      parts: [
        {
          kind: 'tool-call',
          id: 'planted',
          name: 'find',
          arguments: { seat: field, for: `${name} <${address}>` },
        },
      ],
    },
    {
      author: 'tool',
      parts: [
        { kind: 'tool-result', id: 'planted', content: [{ kind: 'data', value: { seat: field, code } }] },
      ],
    },
  ],
  [
    {
      author: 'agent',
      text: `Encoded: ${Buffer.from(`code=${code}`).toString('base64')} and ${encodeURIComponent(`${name}&${address}`)}`,
    },
  ],
  [
    {
      author: 'user',
      text: `I am ${name} at ${field}.`,
      actions: { state: { set: { person: { seat: field, name } } } },
    },
  ],
  [{ author: 'user', text: `Once more: ${code} ${JSON.stringify({ seat: field })}` }],
]

const owner = { app: 'laws', user: 'one' }

/** Effects that fail for some messages, always the same ones, and summarize all others in few words. */
const summarizing: Effects = {
  summarize: {
    id: 'few-words',
    run: async ({ messages }) => {
      if (messages.some(({ text }) => text.length % 17 === 3)) throw new Error('no')
      return {
        statements: messages.map(({ seq, text }) => ({
          text: text.split(/\s+/).slice(0, 4).join(' ') || '…',
          from: [seq],
        })),
      }
    },
  },
}

const detectors = [
  {
    id: 'name',
    version: '1',
    findLater: async (text: string) => {
      const start = text.indexOf(name)
      return start < 0 ? [] : [{ start, end: start + name.length }]
    },
  },
]

/** Returns a program in which everything is on: summaries, memories, and protections. */
function declared(
  given: Conversation['agent'],
  { older, caches }: Pick<Manner, 'older' | 'caches'>,
): Conversation['agent'] {
  const { includeContents: _, context: __, ...rest } = given
  const all = {
    ...(rest as { readonly name: string }),
    // Only a long beginning is worth a cache.
    ...(caches && { staticInstruction: longInstruction }),
    context: [
      C.all().summarize(older > 0 ? { segment: 30, olderThan: older } : { segment: 40 }),
      C.memory({ query: 'the code of the orchid', top: 3 }).atMost(200),
      C.state('person'),
    ],
    protect: [
      redact({ pii: ['email'], fields: ['seat'], patterns: [/tulip-\d+/], detectors }),
      fresh({ turns: 2, action: older > 0 ? 'exclude' : 'warn', superseded: true }),
      fence({ trust: 'tool', mark: older === 1 }),
    ],
  }
  try {
    return agent(all) as Conversation['agent']
  } catch {
    // A schema that no declaration may have: the cases hold some, to see that compiles survive them.
    const {
      tools: ___,
      outputSchema: ____,
      ...sound
    } = all as typeof all & { readonly tools?: unknown; readonly outputSchema?: unknown }
    return agent(sound) as Conversation['agent']
  }
}

/** Returns each value that a text shows, bare or encoded, or 8 characters of its random part. */
const leaked = (text: string): string[] => {
  const plain = decoded(text)
  return planted.filter(value => plain.includes(value.slice(-8)))
}

/** Returns a text with what it encodes. */
function decoded(text: string): string {
  const pieces = text.match(/[A-Za-z0-9+/]{16,}={0,2}/g) ?? []
  const inner = pieces.flatMap(piece =>
    [0, 1, 2, 3].map(at => Buffer.from(piece.slice(at), 'base64').toString('latin1')),
  )
  return [
    text,
    text
      .replaceAll('%', '\0')
      .replace(/\0([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    ...inner,
  ].join('\n')
}

const everything = ({ names: _, work: __, map, ledger, units, prefix, ...rest }: Compiled): string =>
  JSON.stringify([rest, map, ledger, units, prefix])

/** Growth of a case, and its enabled features. */
export interface Manner {
  /** Lengths at which it is compiled. */
  readonly cuts: readonly number[]
  /** Turns from which units are summarized; 0 for where older units give way. */
  readonly older: number
  /** Whether the beginning is long enough to be cached. */
  readonly caches: boolean
}

/** Complaints of the laws about a whole case, and the number of uses of some features. */
export interface Found {
  readonly complaints: readonly string[]
  readonly summaries: number
  /** Requests that name a cache. */
  readonly named: number
}

/** A session that grows with everything on: what its events and wants bring is appended, as a program would. */
export async function everythingComplaints(input: Case, { cuts, older, caches }: Manner): Promise<Found> {
  const complaints: string[] = []
  const whole = conversationOf(input)
  const events = [...whole.session.events].filter(({ actions }) => !actions?.rewind && !actions?.compaction)
  const memory = processMemories()
  const other = createSession({ id: 'other', events: carriers.flat() })
  await memory.add(owner, memoriesOf(other, { protect: [] }))
  const program = declared(whole.agent, { older, caches })
  const { kept, handler } = provider(() => start)
  const effects: Effects = { ...summarizing, cache: handler }
  const given = caches ? forCaches(input.options) : input.options
  const shared: CompileOptions = { ...copy(given), ...countOf(input), memory, owner, now: start }
  const options: CompileOptions = { ...shared, effects }
  const compiler = createCompiler({ ...whole, agent: program }, options)
  let session: Session = createSession({ id: 'own' })
  let plan: Plan | null = null
  let taken = 0
  let [summaries, named] = [0, 0]
  const lengths = cuts.map(cut => cut % (events.length + 1)).sort((left, right) => left - right)
  for (const [at, length] of lengths.entries()) {
    const next = events
      .slice(taken, Math.max(taken, length))
      .map(({ seq: _, ...event }) => event as EventInput)
    taken = Math.max(taken, length)
    session = session.append(...next, ...((carriers[at] ?? []) as EventInput[]))
    const warm: Compiled = await compiler.compile(session, { plan })
    const again: Compiled = await createCompiler({ ...whole, agent: program }, options).compile(session, {
      plan: copy(plan),
    })
    if (everything(warm) !== everything(again))
      complaints.push(`at ${length} events: incremental is not cold`)
    const shown = JSON.stringify([
      warm.request,
      warm.diagnostics,
      warm.events.filter(({ actions }) => actions?.effect?.kind !== 'recall'),
      warm.wants,
      warm.cached?.request,
    ])
    for (const value of leaked(shown)) complaints.push(`at ${length} events: ${value} is shown`)
    session = session.append(...warm.events)
    summaries += warm.events.filter(({ actions }) => actions?.compaction).length
    if (warm.ok && warm.tokens.limit !== null && warm.tokens.max > warm.tokens.limit)
      complaints.push(`at ${length} events: over the limit`)
    const guards = (program.protect ?? []).filter(hasGuard)
    const safe = guards[0]?.guard(guards).protect(session, () => true) ?? session
    // The laws compare the request with the words that a model may see.
    const conversation = { ...whole, agent: program, session: safe }
    // The session is not what an importer read any more.
    const own: Case = { ...input, options: given, source: { format: null, events: [] } }
    const unlimited = () =>
      compile(conversation, withoutLimit({ ...shared, effects: summarizing, plan: null }))
    // The floor is compiled from the protected words, in which placeholders are forged ones: they count otherwise.
    for (const law of laws.filter(({ name: law }) => checked.has(law)))
      for (const complaint of await law.check({
        ...{ input: own, imported: 0, conversation, result: wholeResult(warm), unlimited },
      }))
        if (!complaint.startsWith('CX4001, though the floor of'))
          complaints.push(`at ${length} events: ${law.name}: ${complaint}`)
    const beside = { input: own, imported: 0, conversation, result: warm, unlimited }
    for (const complaint of await cachedComplaints(beside, kept))
      complaints.push(`at ${length} events: ${complaint}`)
    if (warm.cached !== null) named++

    plan = warm.ok ? warm.plan : plan
    const outcomes = await resolveWants(warm, { effects })
    for (const value of leaked(JSON.stringify([outcomes, ...kept.values()])))
      complaints.push(`at ${length} events: ${value} is in an outcome`)
    session = session.append(...outcomes)
  }
  return { complaints, summaries, named }
}

/** The laws but 3, which is checked by a second compiler above: its own one knows no memories. */
const checked = new Set(laws.map(({ name: law }) => law).filter(law => !law.startsWith('3 ')))
