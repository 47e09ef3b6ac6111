// A runner with a scripted model. A strict fake of the provider must accept each request.
import { agent } from '../../../../core/agent/declare.ts'
import type { Member } from '../../../../index.ts'
import { createRunner, type Driver, type RunnerOptions } from '../../../../run.ts'
import {
  fakeProvider,
  type Script,
  type ScriptedAnswer,
  type ScriptedRequest,
  scriptedModel,
} from '../../../../testing/index.ts'
import type { ModelClient } from '../../../models/model-client.ts'
import {
  inMemoryRelay,
  inMemoryStore,
  type Relay,
  type Store,
  type StoredEvent,
} from '../../../store/index.ts'

export const key = { owner: { app: 'test', user: 'ada' }, id: 's1' }
const model = 'gpt-5.4'
export const by = { by: 'Ada' }

/** A driver for a process that only appends. Other processes run the session. */
export const idle: Driver = {
  start: async () => {},
  wake: async () => {},
  stop: async () => {},
}

/** An agent with tools. */
export const helper = (tools: readonly object[] = [], more: object = {}): Member =>
  agent({ name: 'helper', model, instruction: 'Help.', tools: tools as never, ...more }) as Member

/** An answer that calls tools with the given arguments. */
export const calls = (...made: readonly (readonly [name: string, given?: object])[]) => ({
  calls: made.map(([name, given = {}]) => ({ name, arguments: given })),
})

/** A client that first passes each request to a strict fake. A request that the fake refuses fails the call. */
export function strict(client: ModelClient): ModelClient {
  const fake = fakeProvider('openai-chat')
  return {
    target: client.target,
    stream(request, call) {
      const answer = fake.send(request)
      if (answer.status !== 200) throw new Error(`refused: ${answer.error.message}`)
      return client.stream(request, call)
    },
  }
}

/** Returns the content of a log, with one line for each part. */
export const linesOf = (events: readonly Pick<StoredEvent, 'author' | 'parts'>[]): readonly string[] =>
  events.flatMap(({ author, parts }) =>
    parts.map(part => {
      if (part.kind === 'text') return `${author}: ${part.text}`
      if (part.kind === 'tool-call') return `${author} calls ${part.name}`
      const [content] = part.kind === 'tool-result' ? part.content : []
      return `result: ${content?.kind === 'text' ? content.text : JSON.stringify(content)}`
    }),
  )

/** Returns a runner of a program, and the objects that tests check. */
export function running(
  program: Member,
  script: Script,
  more: Partial<RunnerOptions> = {},
  store: Store = inMemoryStore(),
) {
  const client = scriptedModel(script)
  const made = strict(client)
  const runner = createRunner({ program, store, models: () => made, now: () => 1_000, ...more })
  const events = async () => (await store.read(key))?.events ?? []
  return {
    runner,
    store,
    requests: client.requests as readonly ScriptedRequest[],
    run: (message: string) => runner.run(key, { message }).outcome,
    resume: () => runner.resume(key).outcome,
    events,
    lines: async () => linesOf(await events()),
  }
}

/** Options of a runner with the answers of each agent, by its name. A call of an agent in `before` waits first. */
export function answering(
  answers: Readonly<Record<string, readonly ScriptedAnswer[]>>,
  before: Readonly<Record<string, () => Promise<unknown>>> = {},
) {
  const counts = new Map<string, number>()
  const nameIn = (request: unknown): string =>
    Object.keys(answers).find(each => JSON.stringify(request).includes(`I am ${each}.`)) ?? ''
  const client = scriptedModel(request => {
    const name = nameIn(request)
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    return answers[name]?.[count] ?? 'nothing more'
  })
  const made = strict(client)
  const models = (): ModelClient => ({
    target: made.target,
    async *stream(request, call) {
      await before[nameIn(request)]?.()
      yield* made.stream(request, call)
    },
  })
  return { options: { models }, requests: client.requests }
}

/** Returns a store without leases, whose runners do not know of each other. */
export const withoutLeases = (store: Store): Store =>
  Object.create(store, { leases: { value: undefined }, relay: { value: undefined } })

/** Makes work wait until a test releases it. */
export function door() {
  let open: () => void = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  let arrive: () => void = () => {}
  const arrived = new Promise<void>(resolve => {
    arrive = resolve
  })
  return {
    open,
    /** Resolves when some work waits. */
    arrived,
    wait: (): Promise<void> => {
      arrive()
      return opened
    },
  }
}

/** A model's text that streams in two pieces. Between them it waits for a release or a stop. */
export const halting = (
  first: string,
  { wait }: Pick<ReturnType<typeof door>, 'wait'>,
  rest: string,
): ModelClient => ({
  target: 'openai-chat',
  async *stream(_, { model: named, signal }) {
    yield { type: 'text', text: first }
    await Promise.race([wait(), new Promise(resolve => signal.addEventListener('abort', resolve))])
    if (signal.aborted) return
    yield { type: 'text', text: rest }
    const message = { role: 'assistant', content: first + rest }
    yield { type: 'response', response: { model: named, choices: [{ message, finish_reason: 'stop' }] } }
  },
})

/** Returns a relay within this process, and the messages that it has carried. */
export function recordingRelay(): { readonly relay: Relay; readonly messages: unknown[] } {
  const messages: unknown[] = []
  const inner = inMemoryRelay()
  const publish: Relay['publish'] = (of, message) => {
    messages.push(message)
    inner.publish(of, message)
  }
  return { relay: { ...inner, publish }, messages }
}
