// A runner of the seed documents' examples. Its model answers by the name of the agent.
import type { Event, Member } from '../../../../index.ts'
import {
  type Callbacks,
  createRunner,
  type RunEvent,
  type RunInput,
  type RunnerOptions,
} from '../../../../run.ts'
import { type ScriptedAnswer, type ScriptedRequest, scriptedModel } from '../../../../testing/index.ts'
import { inMemoryStore } from '../../../store/index.ts'

export const key = { owner: { app: 'seeds', user: 'ada' }, id: 's1' }

type Message = { readonly role: string; readonly content: unknown; readonly tool_calls?: readonly object[] }

/** Returns a short description of a request. */
function wordsOf(request: ScriptedRequest) {
  const { messages, tools = [], ...settings } = request as ScriptedRequest & Record<string, unknown>
  const [first, ...rest] = messages as readonly Message[]
  const isSystem = first?.role === 'developer' || first?.role === 'system'
  return {
    system: isSystem ? String(first.content) : '',
    messages: (isSystem ? rest : (messages as readonly Message[])).map(
      ({ role, content, tool_calls: calls = [] }) => [
        role,
        ...(content === null ? [] : [String(content)]),
        ...calls.map(call => {
          const { function: called } = call as { function: { name: string; arguments: string } }
          return `${called.name}(${called.arguments})`
        }),
      ],
    ),
    tools: tools.map(each => (each as { function: { name: string } }).function.name),
    settings,
  }
}

/** Returns a short description of an event: author, branch, text, records, and the keys that it sets. */
function wordsOfEvent({ author, branch, parts, actions }: Event): string {
  const said = parts.map(part => {
    if (part.kind === 'text') return part.text
    if (part.kind === 'tool-call') return `${part.name}()`
    const [content] = part.kind === 'tool-result' ? part.content : []
    return content?.kind === 'text' ? `= ${content.text}` : part.kind
  })
  const { set = {}, delete: gone = [] } = actions?.state ?? {}
  return [
    branch === '' ? author : `${author}@${branch}`,
    ...said,
    ...Object.keys(actions?.run ?? {})
      .filter(name => name !== 'answered')
      .map(name => `<${name}>`),
    ...Object.entries(set).map(([name, value]) => `${name}=${JSON.stringify(value)}`),
    ...gone.map(name => `-${name}`),
  ].join(' ')
}

/** Runs messages in one session. Each agent gives its own answers in order. */
export function running(
  program: Member,
  answers: Readonly<Record<string, readonly ScriptedAnswer[]>>,
  more: Partial<RunnerOptions> = {},
) {
  const store = more.store ?? inMemoryStore()
  const turns = new Map<string, number>()
  const asked: string[] = []
  const client = scriptedModel((request, { key: call }) => {
    const { system } = wordsOf(request)
    // Members of a group call the model concurrently. An agent without an identity line is the only caller.
    const agent = Object.keys(answers).find(name => system.includes(`You are ${name}.`)) ?? asked.at(-1) ?? ''
    const turn = turns.get(agent) ?? 0
    turns.set(agent, turn + 1)
    const answer = answers[agent]?.[turn]
    if (answer === undefined) throw new Error(`'${agent}' has no answer for ${call}`)
    return answer
  })
  const { callbacks = [], ...options } = more
  const note: Callbacks = { beforeModel: ({ agent }) => void asked.push(agent) }
  let id = 0
  const runner = createRunner({
    program,
    store,
    models: () => client,
    now: () => 0,
    generateId: () => `run${++id}`,
    callbacks: [note, callbacks].flat(),
    ...options,
  })
  const events = async (): Promise<readonly Event[]> => (await store.read(key))?.events ?? []
  const run = async (message: string, input: RunInput = {}) => {
    const stream = runner.run(key, { message, ...input })
    const seen: RunEvent[] = []
    for await (const event of stream) seen.push(event)
    return { seen, ...(await stream.outcome) }
  }
  return {
    runner,
    store,
    run,
    events,
    /** Agents whose models were called, in order. */
    asked,
    log: async () => (await events()).map(wordsOfEvent),
    sent: () => client.requests.map(wordsOf),
  }
}
