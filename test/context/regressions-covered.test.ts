// Reduced cases that hostile policies and passes found: the request has the units that the ledger reports as sent.
import { describe, expect, test } from 'vitest'
import { defaultPasses, type WindowPass } from '../../src/compile.ts'
import {
  agent,
  C,
  type Compiled,
  type CompileOptions,
  compile,
  createSession,
  type EventInput,
} from '../../src/index.ts'
import { contentsOf, model, user } from './said.ts'

const pass = (run: WindowPass['run']): CompileOptions => ({
  passes: [...defaultPasses, { kind: 'window', name: 'own', run }],
})

const fates = ({ ledger }: Compiled): string[] =>
  ledger.rows.flatMap(({ from, to, reason }) => Array.from({ length: to - from }, () => reason))

describe("a provider's compaction", () => {
  const item = {
    kind: 'opaque',
    format: 'openai',
    type: 'compaction',
    payload: { type: 'compaction', encrypted_content: 'AAAA' },
  } as const
  const short = (author: string): EventInput => ({ author, parts: [item, { kind: 'text', text: 'four' }] })
  const events = (author = 'helper'): EventInput[] => [
    user('one'),
    model('two'),
    user('three'),
    short(author),
    user('five'),
  ]
  const compiled = (
    context: C.ContextInput | undefined,
    history: EventInput[],
    options: CompileOptions = {},
  ) =>
    compile(
      agent({ name: 'helper', identity: false, ...(context && { context }) }),
      createSession({ events: history }),
      { target: 'openai', model: 'gpt-5.4', ...options },
    )
  const covered = 'covered-by-provider'
  const types = ({ request }: Compiled): unknown[] =>
    (request as unknown as { input: { type?: string; content?: string }[] }).input.map(
      ({ type, content }) => type ?? content,
    )

  test('covers nothing if another agent got it, whose units are told in words', async () => {
    const result = await compiled(undefined, events('other'))
    expect(fates(result)).not.toContain(covered)
    expect(types(result).slice(0, 3)).toEqual(['one', 'two', 'three'])
  })

  test('covers nothing in a unit that is rendered as text', async () => {
    const result = await compiled(C.all().render('text'), events())
    expect(fates(result)).not.toContain(covered)
    expect(JSON.stringify(result.request)).toContain('three')
  })

  test('covers nothing if a local pass took its content', async () => {
    const emptied = { ...item, payload: { type: 'compaction' } }
    const passes: CompileOptions['passes'] = [
      ...defaultPasses,
      { kind: 'local', name: 'own', run: part => (part.kind === 'opaque' ? emptied : part) },
    ]
    const result = await compiled(undefined, events(), { passes })
    expect(fates(result)).not.toContain(covered)
    expect(types(result).slice(0, 3)).toEqual(['one', 'two', 'three'])
  })

  test('covers nothing if atMost hides it', async () => {
    const context = [C.userOnly(), C.where({ role: 'model' }).atMost(40)]
    const history = [...events(), model('word '.repeat(30)), user('six')]
    const result = await compiled(context, history)
    expect(types(result)).toEqual(['one', 'three', 'five', 'word '.repeat(30), 'six'])
  })

  test('stays if its unit is supplementary, and no unit before it is sent again', async () => {
    const context = [C.userOnly(), C.all().tier('supplementary')]
    const history = [...events(), model('word '.repeat(300)), user('six')]
    const result = await compiled(context, history, { budget: 150 })
    expect(types(result)).toEqual(['compaction', 'four', 'five', 'six'])
    expect(fates(result).slice(0, 3)).toEqual([covered, covered, covered])
  })

  test('is one of the blocks that a window pass must keep', async () => {
    const result = await compiled(
      undefined,
      events(),
      pass(blocks => blocks.filter(({ must }) => must)),
    )
    expect(types(result)).toEqual(['compaction', 'four', 'five'])
  })

  test('leaves reasoning of critical units before it alone if another agent got it', async () => {
    const payload = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'AAAA' }
    const history: EventInput[] = [
      user('one'),
      {
        author: 'helper',
        tier: 'critical',
        parts: [
          { kind: 'reasoning', text: 'hm', native: { format: 'openai', payload }, model: 'gpt-5.4' },
          { kind: 'text', text: 'two' },
        ],
      },
      short('other'),
      user('five'),
    ]
    for (const options of [{}, { budget: 90 }]) {
      const result = await compiled(C.all().tier('supplementary'), history, options)
      expect(types(result)).toContain('reasoning')
    }
  })
})

describe('a block that a window pass leaves out', () => {
  const events = [user('The zebra sleeps.'), model('Indeed.'), user('The zebra?')]
  const compiled = (context: C.ContextInput, options: CompileOptions) =>
    compile(
      agent({ name: 'helper', identity: false, context }),
      createSession({ state: { k: 'v' }, events }),
      { target: 'openai-chat', model: 'gpt-5.4', ...options },
    )
  const onlyRequired = pass(blocks => blocks.filter(({ must }) => must))

  test('is not said to be kept: units found by a search', async () => {
    const context = [C.last(1), C.relevant({ top: 1 })]
    expect(
      fates(
        await compiled(
          context,
          pass(blocks => blocks),
        ),
      )[0],
    ).toBe('relevant')
    const result = await compiled(context, onlyRequired)
    expect(contentsOf(result)).toEqual(['The zebra?'])
    expect(result.ledger.rows[0]).toMatchObject({ fate: 'omitted', reason: 'passed-over', after: 0 })
  })

  test('is in no list of what was sent: units and context blocks', async () => {
    const result = await compiled([C.all(), C.state('k')], onlyRequired)
    expect(contentsOf(result)).toEqual(['The zebra?'])
    expect(result.units.map(({ unit }) => unit.ordinal)).toEqual([2])
    expect(result.ledger.declarations.map(({ origin }) => origin)).not.toContain('d:context.1')
  })
})
