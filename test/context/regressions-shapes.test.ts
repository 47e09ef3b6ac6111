// Reduced cases that hostile policies found: the form of units, and the limits of passes.
import { describe, expect, test } from 'vitest'
import { defaultPasses, type Pass } from '../../src/compile.ts'
import {
  agent,
  C,
  type CompileOptions,
  compile,
  createSession,
  type EventInput,
  type Part,
} from '../../src/index.ts'
import { contentsOf, model, user } from './said.ts'

describe('a pass cannot change its input', () => {
  const events: EventInput[] = [
    user('one'),
    { author: 'helper', parts: [{ kind: 'tool-call', id: 'c1', name: 'look', arguments: { deep: [1] } }] },
    { author: 'tool', parts: [{ kind: 'tool-result', id: 'c1', content: [{ kind: 'text', text: 'seen' }] }] },
    user('three'),
  ]
  const change = (part: Part): Part => {
    const open = part as unknown as { text?: string; content?: unknown[]; arguments?: { deep: number[] } }
    if (open.text !== undefined) open.text = 'GONE'
    open.content?.push({ kind: 'text', text: 'GONE' })
    open.arguments?.deep.push(2)
    return part
  }
  const changing = [
    { kind: 'local', name: 'part', run: change },
    {
      kind: 'local',
      name: 'event',
      run: (part, { event }) => {
        for (const one of event.parts) change(one)
        return part
      },
    },
    {
      kind: 'fold',
      name: 'step',
      begin: () => 0,
      step: (sum: number, { parts }) => {
        for (const part of parts) change(part)
        return sum + 1
      },
    },
    {
      kind: 'window',
      name: 'must',
      run: blocks => {
        for (const block of blocks) (block as { must: boolean }).must = false
        return []
      },
    },
  ] as const satisfies readonly Pass[]
  test.each(changing)('by a pass of the kind $kind: $name', async pass => {
    const session = createSession({ events })
    const program = agent({ name: 'helper', identity: false })
    const plain = await compile(program, session, { target: 'openai-chat' })
    const passes = [...defaultPasses, pass as Pass]
    const result = await compile(program, session, { target: 'openai-chat', passes })
    expect(result.request).toEqual(plain.request)
    expect(result.diagnostics.map(({ code }) => code)).toContain('CX9301')
    expect(session.toJSON()).toEqual(createSession({ events }).toJSON())
    expect((await compile(program, session, { target: 'openai-chat' })).request).toEqual(plain.request)
  })

  test('a part given by the caller is not frozen', async () => {
    const part = { kind: 'text' as const, text: 'one' }
    const session = createSession({ events: [{ author: 'user', parts: [part] }] })
    const same: Pass = { kind: 'local', name: 'same', run: one => one }
    await compile(agent({ name: 'helper' }), session, { target: 'text', passes: [same] })
    expect(Object.isFrozen(part)).toBe(false)
  })

  test('one pass cannot change the output of another', async () => {
    const kept = { kind: 'text' as const, text: 'kept' }
    const first: Pass = { kind: 'local', name: 'first', run: part => (part.kind === 'text' ? kept : part) }
    const second: Pass = { kind: 'local', name: 'second', run: change }
    const program = agent({ name: 'helper', identity: false })
    const options: CompileOptions = { target: 'openai-chat', passes: [first, second] }
    const result = await compile(program, createSession({ events: [user('one')] }), options)
    expect(contentsOf(result)).toEqual(['kept'])
    expect(kept.text).toBe('kept')
  })
})

describe('an invalid value of a pass is reported in words', () => {
  const nothing = 'it gave nothing'
  const promise = 'it gave a promise: passes are sync'
  const failing = async (): Promise<never> => {
    throw new Error('no')
  }
  const giving = [
    ['local', () => undefined, nothing],
    ['local', () => null, nothing],
    ['local', failing, promise],
    ['local', () => 5, 'it gave 5, no part'],
    ['fold', () => undefined, nothing],
    ['fold', failing, promise],
    ['window', () => undefined, nothing],
    ['window', () => null, nothing],
    ['window', failing, promise],
    ['window', () => ({ text: 'a' }), 'it gave an object, no list of blocks'],
    ['window', () => 'text', "it gave 'text', no list of blocks"],
    ['window', (blocks: unknown[]) => [...blocks, null], 'it gave a list that holds null at 3'],
    [
      'window',
      (blocks: unknown[]) => blocks.map(failing),
      'it gave a list that holds a promise (passes are sync) at 0',
    ],
    [
      'window',
      (blocks: unknown[]) => [...blocks, {}],
      'it gave what is neither a block that it was given nor { text }',
    ],
  ] as const
  test.each(giving)('from %s %s', async (kind, run, why) => {
    const pass = kind === 'fold' ? { kind, name: 'p', begin: () => 0, step: run } : { kind, name: 'p', run }
    const session = createSession({ events: [user('one'), model('two'), user('three')] })
    const program = agent({ name: 'helper', identity: false })
    const passes = [...defaultPasses, pass as unknown as Pass]
    const result = await compile(program, session, { target: 'openai-chat', model: 'gpt-4.1', passes })
    expect(contentsOf(result)).toEqual(['one', 'two', 'three'])
    expect(result.diagnostics).toMatchObject([{ code: 'CX9301', data: { pass: 'p', why } }])
  })

  test('the state of a fold may be null', async () => {
    const fold: Pass = { kind: 'fold', name: 'p', begin: () => null, step: () => null }
    const options: CompileOptions = { target: 'text', passes: [...defaultPasses, fold] }
    const { diagnostics } = await compile(
      agent({ name: 'helper' }),
      createSession({ events: [user('one')] }),
      options,
    )
    expect(diagnostics.map(({ code }) => code)).not.toContain('CX9301')
  })

  test.each([
    ['holds', async () => true],
    ['fails', failing],
  ])('a condition that returns a promise is reported: one that %s', async (_, test) => {
    const context = [C.all(), C.when(test as never, C.template('vip'))]
    const program = agent({ name: 'helper', identity: false, context })
    const result = await compile(program, createSession({ events: [user('one')] }), {
      target: 'openai-chat',
      model: 'gpt-4.1',
    })
    expect(contentsOf(result)).toEqual(['one'])
    expect(result.diagnostics).toMatchObject([
      { code: 'CX2005', data: { why: 'it gave a promise: conditions are sync' } },
    ])
  })
})

describe('a repeat is replaced by a reference only if its target is shown in full', () => {
  const rows = JSON.stringify({ a: 1, rows: 'row '.repeat(60) })
  const read = (id: string, text = rows): EventInput[] => [
    { author: 'helper', parts: [{ kind: 'tool-call', id, name: 'read', arguments: {} }] },
    { author: 'tool', parts: [{ kind: 'tool-result', id, content: [{ kind: 'text', text }] }] },
  ]
  const events = [user('go'), ...read('c1'), ...read('c2'), ...read('c3'), user('now')]
  const answers = async (context: C.ContextInput, given = events): Promise<unknown[]> => {
    const program = agent({ name: 'helper', identity: false, context })
    const result = await compile(program, createSession({ events: given }), { target: 'openai-chat' })
    return [2, 4, 6].map(at => contentsOf(result)[at])
  }
  const same = (handle: string): string => `[The same result as before: ${handle}.]`

  test('a target with dropped fields gets no reference', async () => {
    const context = [C.first(2).project({ keep: ['a'] }), C.last(3).dedupe('exact')]
    expect(await answers(context)).toEqual(['{"a":1}', rows, same('4.0')])
  })

  test('a cut target gets no reference', async () => {
    const [first, ...others] = await answers([C.first(2).truncate({ tokens: 5 }), C.last(3).dedupe('exact')])
    expect(first).not.toBe(rows)
    expect(others).toEqual([rows, same('4.0')])
  })

  test('a superseded target gets no reference', async () => {
    const context = [C.first(2).dedupe('superseded'), C.last(3).dedupe('exact')]
    const [first, ...others] = await answers(context)
    expect(first).toContain('[Out of date')
    expect(others).toEqual([rows, same('4.0')])
  })

  test('a target that is only like another one gets no reference from an exact repeat', async () => {
    const alike = (handle: string): string => `[The same result as before, up to blanks and case: ${handle}.]`
    const like = rows.toUpperCase().replaceAll(' ', '  ')
    const given = [user('go'), ...read('c1', like), ...read('c2'), ...read('c3'), user('now')]
    const context = [C.first(3).dedupe('alike'), C.last(2).dedupe('exact')]
    expect(await answers(context, given)).toEqual([like, alike('2.0'), rows])
  })

  test('a cut target gets no reference from a result that is only like it', async () => {
    const padded = rows.replaceAll(' ', ' '.repeat(20))
    const given = [user('go'), ...read('c1', padded), ...read('c2'), ...read('c3'), user('now')]
    const [, second, third] = await answers(C.all().dedupe('alike').truncate({ tokens: 200 }), given)
    expect(second).toBe(rows)
    expect(third).toBe(same('4.0'))
  })

  test.each([
    C.all().dedupe('exact').truncate({ tokens: 5 }),
    C.all().dedupe('exact').compact({ over: 1, olderThan: 0 }),
    C.all().dedupe('exact').render('text').truncate({ tokens: 5 }),
  ])('a reference is never cut: %j', async context => {
    expect(JSON.stringify(await answers(context))).toContain(same('2.0'))
  })
})

describe('notes are written in their format', () => {
  const told = async (likes: unknown, format: 'plain' | 'checklist' | 'numbered'): Promise<string> => {
    const program = agent({
      name: 'helper',
      identity: false,
      context: [C.none(), C.notes('likes', { format })],
    })
    const session = createSession({ state: { likes } as never, events: [user('go')] })
    const [, text] = contentsOf(await compile(program, session, { target: 'openai-chat' }))
    return text === undefined ? '' : (text as string).split('\n').slice(1, -1).join('\n')
  }
  const list = [null, 'one', '', 'two\n- [ ] forged', { a: 1 }, 3]
  test.each([
    ['checklist', '- [ ] one\n- [ ] two\n  - [ ] forged\n- [ ] {"a":1}\n- [ ] 3'],
    ['numbered', '1. one\n2. two\n   - [ ] forged\n3. {"a":1}\n4. 3'],
    ['plain', 'one\ntwo\n  - [ ] forged\n{"a":1}\n3'],
  ] as const)('as %s', async (format, text) => {
    expect(await told(list, format)).toBe(text)
  })
  test('a value that is not a list stays unchanged', async () => {
    expect(await told({ a: 1 }, 'checklist')).toBe('{"a":1}')
    expect(await told('a\nb', 'numbered')).toBe('a\nb')
    expect(await told([null], 'checklist')).toBe('')
  })
})

test('text after a file begins on its own line', async () => {
  const image = {
    kind: 'file',
    mediaType: 'image/png',
    source: { type: 'base64', data: 'iVBORw0KGgo=' },
  } as const
  const parts: Part[] = [{ kind: 'text', text: 'before' }, image, { kind: 'text', text: 'behind' }, image]
  const events: EventInput[] = [{ author: 'user', parts }, model('seen'), user('now')]
  const program = agent({ name: 'helper', identity: false, context: C.all().render('text') })
  const result = await compile(program, createSession({ events }), { target: 'openai-chat' })
  const [told] = contentsOf(result) as { type: string; text?: string }[][]
  expect(told?.map(({ type, text }) => text ?? type)).toEqual([
    expect.stringMatching(/\nbefore$/),
    'image_url',
    '\nbehind',
    'image_url',
    expect.stringMatching(/^\n<\/context/),
  ])
})
