import { agent, C, createCompiler, createSession, type EventInput, expandTool, type Part } from 'ctxc'
import { describe, expect, test } from 'vitest'

const context = C.all().compact({ at: 'arrival', over: 200 })
const log = Array.from(
  { length: 300 },
  (_, at) => `item ${at}: kept in /data/part_${at}.csv by Worker${at}`,
).join('\n')

const says = (author: string, text: string): EventInput => ({ author, text })
const call = (id: string, name = 'read', given: object = {}): Part =>
  ({ kind: 'tool-call', id, name, arguments: given }) as Part
const result = (id: string, text: string): Part => ({
  kind: 'tool-result',
  id,
  content: [{ kind: 'text', text }],
})
const asked: readonly EventInput[] = [
  says('user', 'Read it.'),
  { author: 'bot', parts: [call('c1')] },
  { author: 'tool', parts: [result('c1', log)] },
]

/** Compiles a growing session, each time with the plan of the compile before. */
class Loop {
  readonly requests: string[][] = []
  private session = createSession()
  private plan: unknown = null
  private readonly compiler

  constructor(policy: C.ContextInput = context, tools: readonly object[] = [expandTool()]) {
    const bot = agent({ name: 'bot', context: policy, tools: [{ name: 'read' }, ...tools] } as never)
    this.compiler = createCompiler(bot, { target: 'openai-chat', model: 'gpt-5.4' })
  }

  async next(...events: readonly EventInput[]): Promise<string> {
    this.session = this.session.append(...events)
    const { request, plan } = await this.compiler.compile(this.session, { plan: this.plan as never })
    this.plan = plan
    const { messages } = request as unknown as { messages: readonly { content: string }[] }
    this.requests.push(messages.map(message => JSON.stringify(message)))
    return messages.at(-1)?.content as string
  }
}

test('a result is short in the first request that shows it, and no later request changes it', async () => {
  const loop = new Loop()
  const shown = await loop.next(...asked)
  expect(shown.length).toBeLessThan(3_400)
  expect(shown).toContain('(call expand with it to read the whole text)] [It also names: /data/part_')
  for (let turn = 0; turn < 5; turn++)
    await loop.next(
      says('bot', `Answer ${turn}.`),
      says('user', `Question ${turn}?`),
      { author: 'bot', parts: [call(`d${turn}`)] },
      { author: 'tool', parts: [result(`d${turn}`, `${turn} ${log}`)] },
    )
  for (const [at, request] of loop.requests.entries())
    expect(loop.requests[at + 1]?.slice(0, request.length) ?? request).toEqual(request)
})

test('the sizes of the text and of its list of names are options', async () => {
  const loop = new Loop(C.all().compact({ at: 'arrival', over: 200, keep: 150, names: 0 }))
  const shown = await loop.next(...asked)
  expect(shown.length).toBeLessThanOrEqual(150)
  expect(shown).not.toContain('It also names')
})

test('the list names everything that was cut, in its own spelling', async () => {
  const text = `${'a line that says little\n'.repeat(200)}see getUserName in ./src/Main.java, ticket 48213\n${'a line that says little\n'.repeat(200)}`
  const shown = await new Loop(C.all().compact({ at: 'arrival', keep: 200 })).next(...asked.slice(0, 2), {
    author: 'tool',
    parts: [result('c1', text)],
  })
  expect(shown).toMatch(/\[It also names: \.\/src\/Main\.java, 48213, getUserName\]$/)
})

test('JSON stays JSON', async () => {
  const rows = Array.from({ length: 80 }, (_, id) => ({
    id,
    path: `C:\\data\\file_${id}.csv`,
    note: 'said "no"',
  }))
  const loop = new Loop()
  const shown = await loop.next(...asked.slice(0, 2), {
    author: 'tool',
    parts: [result('c1', JSON.stringify(rows))],
  })
  expect(JSON.stringify(JSON.parse(shown))).toContain('It also names: ')
})

describe('a result stays whole', () => {
  const whole = async (loop: Loop, ...events: readonly EventInput[]) =>
    expect(await loop.next(...events)).toBe(log)

  test('if no tool could restore it', async () => {
    await whole(new Loop(context, []), ...asked)
    await whole(new Loop(context, [{ name: 'expand' }]), ...asked)
  })

  test('if it is critical', async () => {
    await whole(new Loop(C.all().tier('critical').compact({ at: 'arrival' })), ...asked)
  })

  test('if the model asked for it by its handle', async () => {
    const loop = new Loop()
    await loop.next(...asked)
    await whole(
      loop,
      { author: 'bot', parts: [call('c2', 'expand', { handle: '2.0' })] },
      { author: 'tool', parts: [result('c2', log)] },
    )
    await loop.next(says('bot', 'I see.'), says('user', 'Go on.'))
    const [, before = [], after] = loop.requests
    expect(after?.slice(0, before.length)).toEqual(before)
  })

  test('if it is a message', async () => {
    const loop = new Loop()
    await whole(loop, says('user', log))
    await loop.next(says('bot', 'I see.'), says('user', 'Go on.'))
    expect(loop.requests[1]?.[0]).toBe(loop.requests[0]?.[0])
  })
})

test('a result that comes with one that the model asked for is short', async () => {
  const loop = new Loop()
  await loop.next(...asked)
  await loop.next(
    { author: 'bot', parts: [call('c2', 'expand', { handle: '2.0' }), call('c3')] },
    { author: 'tool', parts: [result('c2', log), result('c3', log)] },
  )
  const [, last = ''] = loop.requests
  expect(last.at(-2)).toContain('item 299')
  expect(last.at(-1)).toContain('Handle of the whole text: 4.1')
})

test('an answer that goes on after its request keeps the shape of what was sent', async () => {
  const bot = { name: 'bot', context: C.all().truncate({ tokens: 20 }), tools: [{ name: 'read' }] }
  const compiler = createCompiler(agent(bot as never), { target: 'anthropic', model: 'claude-opus-5-5' })
  const session = createSession({ events: [says('user', 'Hello'), says('bot', 'One.')] })
  const { plan } = await compiler.compile(session)
  const longer = session.append({ author: 'bot', parts: [call('c1')] }, asked[2] as EventInput)
  const next = await compiler.compile(longer, { plan })
  expect(next.ledger.rows.flatMap(({ edits }) => edits)).toContain('truncated')
  expect(next.diagnostics.map(({ code }) => code)).not.toContain('CX5001')
})

test('an age beside at is refused', () => {
  expect(() => C.all().compact({ at: 'arrival', olderThan: 1 } as never)).toThrow(/has at and olderThan/)
})

describe('the tool returns the parts around some words', () => {
  const tool = expandTool({ compiled: () => ({ expand: () => ({ ok: true, text: log }) }) })
  const find = (words: string): string => tool.execute({ handle: '2.0', find: words })

  test('with 500 characters before and after', () => {
    const part = find('part_200.csv')
    expect(part).toMatch(/^\[Characters [\d,]+ to [\d,]+ of [\d,]+\]\n/)
    expect(part).toContain('/data/part_200.csv')
    expect(part.length).toBeLessThan(1_100)
  })

  test('at the first place of each word, if the words do not occur together', () => {
    const parts = find('worker7 PART_250.csv')
    expect(parts).toContain('by Worker7\n')
    expect(parts).toContain('/data/part_250.csv')
    expect(parts.match(/\[Characters/g)).toHaveLength(2)
  })

  test('at four places at most, and counts the others', () => {
    expect(find('kept in')).toMatch(/\n\[296 more places\]$/)
  })

  test('for words with the mark of a fence, and for sixteen words at most', () => {
    expect(find('^part_200.csv, ^Worker7')).toContain('/data/part_200.csv')
    expect(
      find(
        `${'nothing_here_1 '.repeat(16)}${Array.from({ length: 20 }, (_, at) => `absent_${at}`).join(' ')} part_9.csv`,
      ),
    ).toMatch(/^None of/)
  })

  test('whole without words, and as a sentence if no place has them', () => {
    expect(find('')).toBe(log)
    expect(find('nowhere')).toMatch(/^None of the [\d,]+ characters of that text have these words/)
  })
})
