import {
  agent,
  C,
  type Compiled,
  type CompileOptions,
  createCompiler,
  createSession,
  type EventInput,
  expandTool,
  type Session,
} from 'ctxc'
import { parseProgram, writeProgram } from 'ctxc/program'
import { describe, expect, test } from 'vitest'
import { calls, log, says, turns } from './talk.ts'

/** A text whose bytes are easily lost. */
const odd = `${log}\r\n\ttabs, "quotes", 日本語, 👩‍👩‍👧, \u0000 and \ud800 alone\n${log}`

/** Handles and their use, as a request writes them. */
const told = /Handle of the whole text: ([\d.]+)(?: \(call (\S+) with it to read the whole text\))?\]/g

/** An agent that runs: each compile goes on from the one before. */
class Runner {
  result: Compiled | undefined
  session: Session
  private readonly agent
  private readonly compiler
  private calls = 0

  constructor(
    context: C.ContextInput,
    events: readonly EventInput[],
    { name = 'expand', ...options }: CompileOptions & { readonly name?: string } = {},
  ) {
    this.session = createSession({ events })
    this.agent = agent({
      name: 'bot',
      context,
      tools: [{ name: 'read' }, expandTool({ compiled: () => this.result, name })],
    } as never)
    this.compiler = createCompiler(this.agent, { target: 'openai-chat', model: 'gpt-5.4', ...options })
  }

  /** Compiles the session, and returns the content of each message. */
  async compile(): Promise<string[]> {
    const plan = this.result?.plan
    this.result = await this.compiler.compile(this.session, plan ? { plan } : {})
    expect(this.result.ok).toBe(true)
    const { messages } = this.result.request as { messages: readonly { content?: unknown }[] }
    return messages.map(({ content }) => String(content))
  }

  /** The model asks by a handle, and the tool's answer is appended. */
  expand(handle: string, name = 'expand'): string {
    const text = String(this.agent.executors?.get(name)?.({ handle }))
    this.append(...calls(`x${this.calls++}`, name, { handle }, text))
    return text
  }

  append(...events: readonly EventInput[]): void {
    this.session = this.session.append(...events)
  }
}

const opening = [says('user', 'Why did it fail?'), ...calls('c1', 'read', { path: 'a' }, odd), ...turns(3)]
const asking = C.all().compact({ olderThan: 1, expand: 'tool' })

test('the handle in a request returns every byte, and the next request shows it whole', async () => {
  const runner = new Runner(asking, [...opening, says('user', 'Read that again.')])
  const shown = await runner.compile()
  const [[, handle, name] = []] = [...shown.join('\n').matchAll(told)]
  expect([handle, name]).toEqual(['2.0', 'expand'])
  expect(shown.join('\n')).not.toContain('line 33 ')
  expect(runner.expand(handle as string)).toBe(odd)
  const after = await runner.compile()
  // A request may not hold half of a surrogate pair, so that half is replaced here as everywhere.
  expect(after.at(-1)).toBe(odd.toWellFormed())
  // The beginning is the same as before.
  expect(after.slice(0, shown.length)).toEqual(shown)
})

test('an expanded result is compacted again when it is older, with its own handle', async () => {
  const runner = new Runner(asking, [...opening, says('user', 'Read that again.')])
  await runner.compile()
  runner.expand('2.0')
  const seq = runner.session.length - 1
  runner.append(says('bot', 'I see.'), says('user', 'And now?'))
  const handles = [...(await runner.compile()).join('\n').matchAll(told)].map(([, handle]) => handle)
  expect(handles).toEqual(['2.0', `${seq}.0`])
  expect(runner.expand(`${seq}.0`)).toBe(odd)
  expect((await runner.compile()).at(-1)).toBe(odd.toWellFormed())
})

describe('an expanded result is not compacted before the model has read it', () => {
  test.each<[string, C.ContextInput, CompileOptions]>([
    ['if every older unit is compacted', C.all().compact({ olderThan: 0, over: 1, expand: 'tool' }), {}],
    ['if units are compacted for room', C.all().compact({ over: 1, expand: 'tool' }), { budget: 1_800 }],
    ['with exact dedupe', C.all().dedupe('exact').compact({ olderThan: 0, expand: 'tool' }), {}],
    ['with superseded dedupe', C.all().dedupe('superseded').compact({ olderThan: 0, expand: 'tool' }), {}],
  ])('%s', async (_, context, options) => {
    const more = [...opening, ...turns(8), says('user', 'Read that again.')]
    const runner = new Runner(context, more, options)
    // Asked for twice, each time to be read.
    for (let round = 0; round < 2; round++) {
      // When the second result is requested, there may be no room for the first.
      const [[, handle = '2.0'] = []] = [...(await runner.compile()).join('\n').matchAll(told)]
      expect(runner.expand(handle)).toBe(odd)
      expect((await runner.compile()).at(-1)).toBe(odd.toWellFormed())
      runner.append(says('bot', 'I see.'), says('user', 'Once more.'))
    }
  })
})

describe('a compacted text names the tool that expands it', () => {
  const events = [...opening, says('user', 'now')]
  const notes = async (...given: ConstructorParameters<typeof Runner>) =>
    [...(await new Runner(...given).compile()).join('\n').matchAll(told)].map(([, , name]) => name)

  test('only if the policy asks for it', async () => {
    expect(await notes(C.all().compact({ olderThan: 1 }), events)).toEqual([undefined])
  })

  test('by the name that the model knows', async () => {
    expect(await notes(asking, events, { name: 'whole text' })).toEqual([
      expect.stringMatching(/^whole_text_\w+$/),
    ])
  })

  test('only if the agent has such a tool, whatever others are called', async () => {
    const shown = async (tools: readonly object[]) => {
      const bot = agent({ name: 'bot', context: asking, tools } as never)
      const compiler = createCompiler(bot, { target: 'openai-chat', model: 'gpt-5.4' })
      return JSON.stringify((await compiler.compile(createSession({ events }))).request)
    }
    expect(await shown([{ name: 'expand' }])).not.toContain('(call')
    expect(await shown([{ name: 'expand' }, { name: 'full', expands: true }])).toContain('(call full with it')
  })
})

test('an agent given as data names the tool like one given as code', async () => {
  const session = createSession({ events: [...opening, says('user', 'now')] })
  const tool = expandTool({ compiled: () => null })
  const given = { name: 'bot', context: asking, tools: [tool] } as const
  const options = { target: 'openai-chat', model: 'gpt-5.4' } as const
  const code = await createCompiler(agent(given), options).compile(session)
  const written = writeProgram(agent(given))
  expect(written.diagnostics.map(({ code }) => code)).toEqual(['CX1105'])
  const parsed = parseProgram(JSON.parse(JSON.stringify(written.data)))
  if (!parsed.ok) throw new Error('it is no program')
  const data = await createCompiler(parsed.program as never, options).compile(session)
  expect(data.request).toEqual(code.request)
  expect(JSON.stringify(data.request)).toContain('(call expand with it')
  expect(JSON.stringify(data.request)).not.toContain('expands')
})

test('adding the tool is a change of configuration, which is reported, and the plan continues', async () => {
  const events = [...opening, says('user', 'now')]
  const compile = (tools: readonly object[], plan?: Compiled['plan']) => {
    const bot = agent({ name: 'bot', context: asking, tools } as never)
    const options = { target: 'openai-chat', model: 'gpt-5.4', ...(plan && { plan }) } as const
    return createCompiler(bot, options).compile(createSession({ events }))
  }
  const before = await compile([{ name: 'full' }])
  const after = await compile([{ name: 'full', expands: true }], before.plan)
  expect(after.plan?.decisions.at(-1)).toMatchObject({ kind: 'selection' })
  expect((await compile([{ name: 'full' }], before.plan)).plan).toEqual(before.plan)
})

test('options that hold no function for the compiled result are refused', () => {
  for (const options of [null, { compiled: 5 }, 'compiled'])
    expect(() => expandTool(options as never)).toThrow(TypeError)
})
