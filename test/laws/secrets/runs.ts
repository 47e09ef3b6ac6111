import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { shownRecord } from '../../../src/cli/sessions/shown-record.ts'
import type { Redaction } from '../../../src/core/protect/redaction.ts'
import { agent, type Event, type Member, tool } from '../../../src/index.ts'
import { chatHandler } from '../../../src/run/chat/index.ts'
import type { ModelClient } from '../../../src/run/models/model-client.ts'
import { openTelemetry } from '../../../src/run/otel/index.ts'
import { inMemoryStore } from '../../../src/run/store/index.ts'
import { createRunner, type RunEvent, type RunObserver } from '../../../src/run.ts'
import { type Script, scriptedModel } from '../../../src/testing/index.ts'
import { Dice } from './dice.ts'
import { forms } from './forms.ts'
import { type Exit, leaksOf } from './leaks.ts'
import { isShowable, shownKinds } from './people.ts'
import { redactionOf, secretOf } from './planted.ts'
import type { Secret } from './secret.ts'

const key = { owner: { app: 'laws', user: 'one' }, id: 's1' }

/** Client that streams each text in pieces of one to three characters, or of one alone. */
function inPieces(client: ModelClient, dice: Dice, most: number): ModelClient {
  return {
    ...client,
    async *stream(request, call) {
      for await (const part of client.stream(request, call)) {
        if (part.type === 'response' || !('text' in part)) {
          yield part
          continue
        }
        for (let at = 0; at < part.text.length; ) {
          const length = 1 + dice.below(most)
          yield { ...part, text: part.text.slice(at, at + length) }
          at += length
        }
      }
    },
  } as ModelClient
}

/** Returns an observer that collects everything it gets. */
function noting(told: unknown[], onCall: () => void): RunObserver {
  const end = (value: unknown): void => void told.push(plain(value))
  return {
    event: (_, event) => end(event),
    begin: end,
    rest: (_, outcome) => end(outcome),
    fail: (_, error) => end(String(error)),
    modelCall: ({ compiled, ...call }) => {
      const { request, diagnostics, ledger, prefix, map } = compiled
      onCall()
      end([call, request, diagnostics, ledger, prefix, map])
      return { end, retrying: end }
    },
    toolCall: call => {
      end(call)
      return { end }
    },
  }
}

/** Errors as their texts: JSON holds nothing of them. */
const plain = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const { error, ...rest } = value as { readonly error?: unknown }
  return { ...rest, error: error instanceof Error ? `${error.name}: ${error.message}` : error }
}

/** Returns an event's message that shows a secret in a form that is found. */
const shownIn = ({ shown, field, values: [value] }: Secret) =>
  field === null
    ? { message: shown as string }
    : { message: 'See the form.', state: { form: { [field]: value } } }

/** Lists the leaks of a runner's session: a message shows a secret, and the model, tools and errors repeat it. */
export async function runLeaks(seed: number): Promise<string[]> {
  const dice = Dice.of(seed)
  const secret = secretOf(dice, seed)
  const isLate = secret.kind === 'late'
  const redaction: Redaction = redactionOf([], isLate, () => 9)
  const held = (): string => dice.pick(forms)(dice.pick(secret.values), dice)
  const revealed: unknown[] = []
  const find = tool({
    name: 'find',
    description: `Finds. ${held()}`,
    reveal: ['q'],
    parameters: { type: 'object', properties: { q: { type: 'string' } } },
    execute: ({ q }, { state }) => {
      revealed.push(q)
      state.set(`key ${held()}`, { note: held() })
      if (dice.below(3) === 0) throw new Error(`no: ${held()}`)
      return dice.below(2) ? held() : { rows: [held(), { [held()]: held() }] }
    },
  })
  const forged = `[secret:${dice.pick(['pattern', 'email', 'password', 'late'])}:${7 + dice.below(9)}]`
  const answer = `I have ${held()}, and then ${held()} ${forged}.`
  const script: Script = [
    { text: `Looking for ${held()}`, calls: [{ name: 'find', arguments: { q: forged, note: held() } }] },
    answer,
    dice.below(4) === 0 ? { text: `So ${held()}`, error: `400: about ${held()}` } : `Again: ${held()}`,
  ]
  const told: unknown[] = []
  /** Number of observed values and reported events before a detector that answers later could look at anything. */
  const before = { told: -1, events: -1 }
  const exporter = new InMemorySpanExporter()
  const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).getTracer(
    'laws',
  )
  const store = inMemoryStore()
  const scripted = scriptedModel(script)
  const client = inPieces(scripted, dice, dice.pick([1, 3, 40]))
  const program = agent({
    name: 'helper',
    model: 'gpt-5.4',
    instruction: 'Help.',
    tools: [find],
    protect: [redaction],
  } as never) as Member
  const events: RunEvent[] = []
  const onCall = (): void => {
    if (before.told < 0) Object.assign(before, { told: told.length, events: events.length })
  }
  const runner = createRunner({
    program,
    store,
    models: () => client,
    now: () => 0,
    retry: { attempts: 1 },
    observe: [noting(told, onCall), openTelemetry({ tracer, content: true, details: true })],
  } as never)
  const own: RunEvent[] = []
  const run = async (input: object, isSeen = false): Promise<void> => {
    const stream = runner.run(key, input)
    const seen = isSeen ? collect(runner.resume(key, { from: 0, show: shownKinds }), own) : null
    for await (const event of stream) events.push(event)
    events.push({ reason: (await stream.outcome).reason } as never)
    await seen
  }
  await run(shownIn(secret))
  const isChat = dice.below(2) === 0
  const pages: string[] = []
  if (isChat) {
    const handler = chatHandler({
      runner,
      store,
      key: () => key,
      results: true,
      arguments: true,
      reasons: true,
    })
    const message = { id: 'm2', role: 'user', parts: [{ type: 'text', text: `And ${held()}?` }] }
    const body = JSON.stringify({ id: 's1', messages: [message], trigger: 'submit-message' })
    const posted = await handler(new Request('http://localhost/api/chat', { method: 'POST', body }))
    pages.push(
      joined(await posted.text()),
      await (await handler(new Request('http://localhost/api/chat/s1'))).text(),
    )
  } else await run({ message: `And ${held()}?` }, true)
  const deltas = events.flatMap(event => (event.type === 'delta' ? [event] : []))
  const streamed = ['text', 'reasoning', 'tool-call'].map(kind =>
    deltas
      .filter(delta => delta.kind === kind)
      .map(({ text }) => text)
      .join(''),
  )
  const spans = exporter
    .getFinishedSpans()
    .map(({ name, attributes, events, status }) => ({ name, attributes, events, status }))
  const record = await store.read(key)
  const exits: Exit[] = [
    ['requests of a run', scripted.requests],
    ['reports', isLate ? events.slice(before.events + 1) : events],
    ['streamed texts', streamed],
    ['observers', isLate ? told.slice(before.told) : told],
    ['spans', spans],
    ['events of a runner', await runner.events(key)],
    ['chat', pages],
    ...(isShowable(secret) || isLate ? [] : [['stream of a person', own] as const]),
    ...(secret.isUsual && record
      ? [['sessions shown', shownRecord('s1', record as never, {} as never)] as const]
      : []),
  ]
  return [
    ...leaksOf(exits, [secret]),
    ...(revealed.some(value => value !== forged)
      ? [`a forged placeholder gives ${JSON.stringify(revealed)}`]
      : []),
    ...streamFaults(own, (await runner.events(key, { show: shownKinds })) ?? []),
    ...(exporter.getFinishedSpans().length < 3 || told.length < 5 ? ['nothing was observed'] : []),
  ].map(leak => `session ${seed}: ${leak}`)
}

async function collect(stream: AsyncIterable<RunEvent>, into: RunEvent[]): Promise<void> {
  for await (const event of stream) into.push(event)
}

/** Lists differences between what streamed to a person and his history. */
function streamFaults(reports: readonly RunEvent[], history: readonly Event[]): string[] {
  const faults: string[] = []
  let said: string | null = null
  for (const report of reports) {
    if (report.type === 'retracted') said = ''
    if (report.type === 'delta' && report.kind === 'text') said = (said ?? '') + report.text
    if (report.type !== 'event') continue
    const { event } = report
    if (JSON.stringify(event) !== JSON.stringify(history[event.seq]))
      faults.push(`event ${event.seq} is another one in the history of a person`)
    if (event.author !== 'helper') continue
    const text = event.parts.map(part => (part.kind === 'text' ? part.text : '')).join('')
    if (said !== null && said !== text) faults.push(`a person is streamed ${said} for ${text}`)
    said = null
  }
  return faults
}

/** Returns a stream of chunks with the texts of its deltas, as a page puts them together. */
function joined(stream: string): string {
  const deltas = [...stream.matchAll(/^data: (\{.*\})$/gm)].map(
    ([, json]) => JSON.parse(json as string) as Readonly<Record<string, string>>,
  )
  const texts = deltas.map(({ delta, inputTextDelta }) => delta ?? inputTextDelta ?? '').join('')
  return `${stream}\n${texts}`
}
