/** Cases of `growth.ts`: programs, the adapters of other frameworks, the command line. */
import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages'
import { check, flow } from '../src/check.ts'
import { commandLine } from '../src/cli/command-line.ts'
import { contextCompiler as forLangChain } from '../src/core/adapter/langchain/index.ts'
import { contextCompiler as forAgents } from '../src/core/adapter/openai-agents/index.ts'
import { fromOpenAI } from '../src/core/vendor/openai/read/openai.ts'
import { compile, createSession, S } from '../src/index.ts'
import { parseProgram } from '../src/program.ts'

/** Case of the growth test: returns the work for an input of a given size. */
export type Case = readonly [size: number, (size: number) => () => unknown]

const list = <Item>(size: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: size }, (_, index) => item(index))

/** Pipeline of agents, each of which reads the previous agent's answer. */
const pipeline = (size: number) =>
  ({
    kind: 'pipeline',
    members: list(size, index => ({
      name: `a${index}`,
      model: 'gpt-5.4',
      instruction: index === 0 ? 'Begin.' : `Use {k${index - 1}}.`,
      outputKey: `k${index}`,
    })),
  }) as never

/** Pipeline in which a step renames the key of each answer. */
const renaming = (size: number) =>
  ({
    kind: 'pipeline',
    members: [
      ...(pipeline(size) as { members: object[] }).members,
      ...list(size, index => S.rename({ [`k${index}`]: `z${index}` } as never)),
    ],
  }) as never

const setting = (key: string, value: number) => ({ state: { set: { [key]: value } } })
/** Loop rounds, each of which sets a key and removes it, or restores the beginning. */
const rewinding = (size: number, isToBegin: boolean) =>
  list(size, index => [
    { author: 'a', text: 'Said', actions: setting('k', index) },
    { author: 'user', actions: { rewind: { to: isToBegin ? 0 : index * 2 } } },
  ]).flat()
const reader = { name: 'a', instruction: '{k?}' }

/** Conversation of two agents, in which each answer replaces the previous one in the state. */
const superseded = (size: number) =>
  list(size, index => [
    { author: 'user', text: `Turn ${index}` },
    { author: 'writer', text: `Draft ${index}`, actions: setting('draft', index) },
    { author: 'critic', text: `Remark ${index}`, actions: setting('remarks', index) },
  ]).flat()
const talk = {
  kind: 'pipeline',
  members: [
    { name: 'writer', instruction: 'Mind {remarks?}', outputKey: 'draft' },
    { name: 'critic', instruction: 'On {draft}', outputKey: 'remarks' },
  ],
} as never

/** Returns the answers of all agents of such a pipeline, except the last one. */
const said = (size: number) =>
  list(size - 1, index => ({
    author: `a${index}`,
    text: `Answer ${index}`,
    actions: { state: { set: { [`k${index}`]: `Answer ${index}` } } },
  }))

const messages = (size: number) => [
  new HumanMessage('Read them'),
  new AIMessage({
    content: '',
    tool_calls: list(size, index => ({ id: `c${index}`, name: 'read', args: {} })),
  }),
  ...list(size, index => new ToolMessage({ tool_call_id: `c${index}`, content: 'ok' })),
]

/** Returns the call that LangChain's agent passes to its middleware. */
const langChainCall = (size: number) => ({
  systemMessage: new SystemMessage(''),
  messages: messages(size),
  model: { model: 'gpt-5.4', _llmType: () => 'openai' },
  tools: [],
  modelSettings: {},
})

const items = (size: number) => [
  { role: 'user', content: 'Read them' },
  ...list(size, index => ({ type: 'function_call', callId: `c${index}`, name: 'read', arguments: '{}' })),
  ...list(size, index => ({ type: 'function_call_result', callId: `c${index}`, name: 'read', output: 'ok' })),
]

/** Runs the command line with files in memory. */
function command(files: Readonly<Record<string, string>>, ...argv: string[]) {
  const io = {
    out: () => {},
    err: () => {},
    readFile: async (path: string) => files[path] ?? '',
    look: async () => 'file',
    readInput: async () => '',
    writeFile: async () => {},
    columns: 100,
    colour: { out: false, err: false },
  }
  return async () => {
    if ((await commandLine(argv, io as never)) > 1) throw new Error(`ctxc ${argv.join(' ')} failed`)
  }
}
const chat = (size: number) =>
  JSON.stringify(
    list(size, index => ({ role: index % 2 === 0 ? 'user' : 'assistant', content: `Word ${index}` })),
  )

/** Cases that are known to grow faster, with the reason. They are printed, but do not fail. */
export const known: Readonly<Record<string, string>> = {
  'check, keys that nothing writes': 'for a hint each key is compared with every key that is written',
  'check, agents side by side': 'each branch is laid over every other one',
  'flow, a pipeline': 'its text names, for each agent, all whose words it sees',
  'session.state, a key each event': 'each reading of state makes an object of all its keys',
}

export const cases: Readonly<Record<string, Case>> = {
  'check, a pipeline': [200, size => () => check(pipeline(size))],
  'check, keys that nothing writes': [
    100,
    size => () =>
      check({
        kind: 'pipeline',
        members: list(size, index => ({ name: `a${index}`, instruction: `{k${index}}` })),
      } as never),
  ],
  'check, agents side by side': [
    25,
    size => () =>
      check({
        kind: 'parallel',
        members: list(size, index => ({ name: `a${index}`, outputKey: `k${index}` })),
      } as never),
  ],
  'flow, a pipeline': [100, size => () => flow(pipeline(size))],
  'compile, the last of a pipeline': [
    500,
    size => {
      const session = createSession({ events: [{ author: 'user', text: 'Begin' }, ...said(size)] as never })
      return () => compile(pipeline(size), session, {})
    },
  ],
  'session.state, a key each event': [
    1_000,
    size => () => {
      let session = createSession()
      for (let index = 0; index < size; index++) {
        session = session.append({
          author: 'developer',
          actions: { state: { set: { [`k${index}`]: index } } },
        })
        void session.state[`k${index}`]
      }
    },
  ],
  'check, a step for each key': [200, size => () => check(renaming(size))],
  'compile, a step for each key': [
    200,
    size => {
      const renames = list(size, index => ({
        author: 'developer',
        actions: { state: { set: { [`z${index}`]: 'x' }, delete: [`k${index}`] } },
      }))
      const events = [{ author: 'user', text: 'Begin' }, ...said(size), ...renames]
      const session = createSession({ events: events as never })
      return () => compile(renaming(size), session, { agent: 'a1' })
    },
  ],
  'session.state, rewinds': [
    4_000,
    size => () => createSession({ events: rewinding(size, false) as never }).state,
  ],
  'session.state, rewinds to the beginning': [
    4_000,
    size => () => createSession({ events: rewinding(size, true) as never }).state,
  ],
  'session.state, rewinds, each read': [
    2_000,
    size => () => {
      let session = createSession()
      for (const event of rewinding(size, false)) {
        session = session.append(event as never)
        void session.state.k
      }
    },
  ],
  'compile, rewinds': [
    500,
    size => () =>
      compile(reader as never, createSession({ events: rewinding(size, false) as never }), {
        model: 'gpt-5.4',
      }),
  ],
  'compile, superseded answers': [
    500,
    size => () =>
      compile(talk, createSession({ events: superseded(size) as never }), {
        model: 'gpt-5.4',
        agent: 'writer',
      }),
  ],
  'compile text, parts of one message': [
    10_000,
    size => {
      const content = list(size, index => ({ type: 'text' as const, text: `Part ${index}` }))
      const conversation = fromOpenAI([{ role: 'user', content }])
      return () => compile(conversation, { target: 'text', model: 'llama-4', budget: 20_000_000 })
    },
  ],
  'parseProgram, keys of a step': [
    10_000,
    size => () =>
      parseProgram({
        kind: 'pipeline',
        members: [{ kind: 'S.pick', keys: list(size, index => `k${index}`) }],
      }),
  ],
  'ctxc/langchain, calls of one answer': [
    500,
    size => {
      const call = langChainCall(size)
      return () =>
        forLangChain({ budget: 2_000_000 }).wrapModelCall?.(
          call as never,
          (async () => new AIMessage('')) as never,
        )
    },
  ],
  'ctxc/openai-agents, calls': [
    500,
    size => {
      const modelData = { input: items(size), instructions: '' }
      return () =>
        forAgents({ budget: 2_000_000 })({
          modelData,
          agent: { name: 'a', model: 'gpt-5.4' },
          context: undefined,
        } as never)
    },
  ],
  'ctxc compile, messages': [2_000, size => command({ a: chat(size) }, 'compile', 'a', '--model', 'gpt-5.4')],
  'ctxc explain, messages': [1_000, size => command({ a: chat(size) }, 'explain', 'a', '--model', 'gpt-5.4')],
  'ctxc explain --html, messages': [
    1_000,
    size => command({ a: chat(size) }, 'explain', 'a', '--model', 'gpt-5.4', '--html', 'page'),
  ],
  'ctxc check, a pipeline': [100, size => command({ a: JSON.stringify(pipeline(size)) }, 'check', 'a')],
}
