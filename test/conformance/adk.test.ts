// Cases of the Agent Development Kits, by the numbers of reference/adk-semantics.md section 11: each is a bug
// or an open question of one of them, and every way into the compiler must give the same good answer.
import { type Compiled, compile } from 'ctxc'
import { fromOpenAI } from 'ctxc/from/openai'
import { describe, expect, test } from 'vitest'
import { type TargetName, targetNames } from '../../src/core/ir/target-name.ts'
import { models, targets as rows } from '../targets.ts'
import type { Said } from './said.ts'
import { call, chatCall, type Forms, itemCall, result, sources } from './sources.ts'
import { readWire } from './wire.ts'

const noResult = 'Error: no result was recorded for this call.'
// Roles and words have no calls to read: tests in src/core/target/text cover those targets.
const targets = targetNames.filter(target => rows[target].said !== null)

/** Compiles every form for every target and hands over what each request says. */
async function everywhere(
  forms: Forms,
  check: (said: readonly Said[], target: TargetName, compiled: Compiled, source: string) => void,
): Promise<void> {
  for (const [source, program] of sources(forms)) {
    for (const target of targets) {
      const compiled: Compiled = await compile(program, { target, model: models[target] })
      check(readWire(target, compiled.request), target, compiled, source)
    }
  }
}

/** Expects the same content from every form on every target. */
const says = (forms: Forms, expected: readonly Said[]): Promise<void> =>
  everywhere(forms, (said, target, _compiled, source) =>
    expect(said, `${source} to ${target}`).toEqual(expected),
  )

const codes = ({ diagnostics }: Compiled): readonly string[] => diagnostics.map(({ code }) => code)

describe('ADK conformance', () => {
  test('case 1: an empty text before a call leaves the call and its result paired', () =>
    says(
      {
        events: [
          { author: 'user', text: 'Go' },
          { author: 'agent', parts: [{ kind: 'text', text: '' }, call('c1', 'f', { x: 1 })] },
          { author: 'tool', parts: [result('c1', 'done', 'f')] },
        ],
        chat: [
          { role: 'user', content: 'Go' },
          { role: 'assistant', content: '', tool_calls: [chatCall('c1', 'f', { x: 1 })] },
          { role: 'tool', tool_call_id: 'c1', content: 'done' },
        ],
        responses: [
          { role: 'user', content: 'Go' },
          { role: 'assistant', content: '' },
          itemCall('c1', 'f', { x: 1 }),
          { type: 'function_call_output', call_id: 'c1', output: 'done' },
        ],
        anthropic: [
          { role: 'user', content: 'Go' },
          {
            role: 'assistant',
            content: [
              { type: 'text', text: '' },
              { type: 'tool_use', id: 'c1', name: 'f', input: { x: 1 } },
            ],
          },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'done' }] },
        ],
      },
      [{ user: 'Go' }, { call: 'f', id: 'c1', arguments: { x: 1 } }, { result: 'done', id: 'c1' }],
    ))

  test('case 2: a call without a result in mid-history gets a result that says so', () =>
    says(
      {
        events: [
          { author: 'user', text: 'Go' },
          { author: 'agent', parts: [call('c1', 'f')] },
          { author: 'user', text: 'Stop' },
          { author: 'agent', text: 'Stopped.' },
          { author: 'user', text: 'Thanks' },
        ],
        chat: [
          { role: 'user', content: 'Go' },
          { role: 'assistant', content: null, tool_calls: [chatCall('c1', 'f')] },
          { role: 'user', content: 'Stop' },
          { role: 'assistant', content: 'Stopped.' },
          { role: 'user', content: 'Thanks' },
        ],
        responses: [
          { role: 'user', content: 'Go' },
          itemCall('c1', 'f'),
          { role: 'user', content: 'Stop' },
          { role: 'assistant', content: 'Stopped.' },
          { role: 'user', content: 'Thanks' },
        ],
        anthropic: [
          { role: 'user', content: 'Go' },
          { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'f', input: {} }] },
          { role: 'user', content: 'Stop' },
          { role: 'assistant', content: 'Stopped.' },
          { role: 'user', content: 'Thanks' },
        ],
      },
      [
        { user: 'Go' },
        { call: 'f', id: 'c1', arguments: {} },
        { result: noResult, id: 'c1' },
        { user: 'Stop' },
        { model: 'Stopped.' },
        { user: 'Thanks' },
      ],
    ))

  test('case 2: while the call may still be answered, the real result takes its place', async () => {
    const [, program] = sources({
      events: [
        { author: 'user', text: 'Go' },
        { author: 'agent', parts: [call('c1', 'f')] },
        { author: 'user', text: 'Well?' },
      ],
    })[0]!
    const answered = { author: 'tool', parts: [result('c1', 'done', 'f')] }
    for (const target of targets) {
      const options = { target, model: models[target] }
      const before: Compiled = await compile(program, options)
      expect(readWire(target, before.request)).toContainEqual({ result: noResult, id: 'c1' })
      const session = program.session.append(answered)
      const after: Compiled = await compile({ ...program, session }, options)
      expect(readWire(target, after.request)).toEqual([
        { user: 'Go' },
        { call: 'f', id: 'c1', arguments: {} },
        { result: 'done', id: 'c1' },
        { user: 'Well?' },
      ])
      expect(codes(after)).not.toContain('CX3001')
    }
  })

  test('case 3: a result without a call as the newest event is dropped and reported', () =>
    everywhere(
      {
        events: [
          { author: 'user', text: 'Go' },
          { author: 'tool', parts: [result('c9', 'lost', 'f')] },
        ],
        chat: [
          { role: 'user', content: 'Go' },
          { role: 'tool', tool_call_id: 'c9', content: 'lost' },
        ],
        responses: [
          { role: 'user', content: 'Go' },
          { type: 'function_call_output', call_id: 'c9', output: 'lost' },
        ],
        anthropic: [
          { role: 'user', content: 'Go' },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c9', content: 'lost' }] },
        ],
      },
      (said, target, compiled, source) => {
        expect(said, `${source} to ${target}`).toEqual([{ user: 'Go' }])
        expect(codes(compiled)).toContain('CX3002')
        expect(compiled.ledger.rows.at(-1)).toMatchObject({ fate: 'omitted', reason: 'orphan-result' })
      },
    ))

  test('case 4: two calls with one id and different names keep their own results', () => {
    const paired = (said: readonly Said[]): ReadonlyMap<string, string> => {
      const names = new Map(said.flatMap(item => ('call' in item ? [[item.id, item.call] as const] : [])))
      expect(names.size, 'ids are distinct').toBe(2)
      return new Map(
        said.flatMap(item => ('result' in item ? [[names.get(item.id) ?? '', item.result] as const] : [])),
      )
    }
    const expected = new Map([
      ['f', 'of f'],
      ['g', 'of g'],
    ])
    const answers = [result('call_1', 'of g', 'g'), result('call_1', 'of f', 'f')]
    return Promise.all([
      // In one batch, the results in the other order: only the names distinguish them.
      everywhere(
        {
          events: [
            { author: 'user', text: 'Go' },
            { author: 'agent', parts: [call('call_1', 'f'), call('call_1', 'g')] },
            { author: 'tool', parts: answers },
          ],
          chat: [
            { role: 'user', content: 'Go' },
            {
              role: 'assistant',
              content: null,
              tool_calls: [chatCall('call_1', 'f'), chatCall('call_1', 'g')],
            },
            { role: 'tool', tool_call_id: 'call_1', name: 'g', content: 'of g' },
            { role: 'tool', tool_call_id: 'call_1', name: 'f', content: 'of f' },
          ],
        },
        (said, target, _compiled, source) => expect(paired(said), `${source} to ${target}`).toEqual(expected),
      ),
      // In two steps, as models that restart the numbers of their calls do it: no names are needed.
      everywhere(
        {
          events: [
            { author: 'user', text: 'Go' },
            { author: 'agent', parts: [call('call_1', 'f')] },
            { author: 'tool', parts: [result('call_1', 'of f')] },
            { author: 'agent', parts: [call('call_1', 'g')] },
            { author: 'tool', parts: [result('call_1', 'of g')] },
          ],
          chat: [
            { role: 'user', content: 'Go' },
            { role: 'assistant', content: null, tool_calls: [chatCall('call_1', 'f')] },
            { role: 'tool', tool_call_id: 'call_1', content: 'of f' },
            { role: 'assistant', content: null, tool_calls: [chatCall('call_1', 'g')] },
            { role: 'tool', tool_call_id: 'call_1', content: 'of g' },
          ],
          responses: [
            { role: 'user', content: 'Go' },
            itemCall('call_1', 'f'),
            { type: 'function_call_output', call_id: 'call_1', output: 'of f' },
            itemCall('call_1', 'g'),
            { type: 'function_call_output', call_id: 'call_1', output: 'of g' },
          ],
          anthropic: [
            { role: 'user', content: 'Go' },
            { role: 'assistant', content: [{ type: 'tool_use', id: 'call_1', name: 'f', input: {} }] },
            { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'of f' }] },
            { role: 'assistant', content: [{ type: 'tool_use', id: 'call_1', name: 'g', input: {} }] },
            { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'of g' }] },
          ],
        },
        (said, target, _compiled, source) => expect(paired(said), `${source} to ${target}`).toEqual(expected),
      ),
    ])
  })

  test('case 5: an event without parts is not sent', () =>
    says(
      {
        events: [
          { author: 'user', text: 'Go' },
          { author: 'agent', parts: [] },
          { author: 'user', parts: [] },
          { author: 'user', text: 'Well?' },
        ],
        chat: [
          { role: 'user', content: 'Go' },
          { role: 'assistant', content: [] },
          { role: 'user', content: [] },
          { role: 'user', content: 'Well?' },
        ],
        responses: [
          { role: 'user', content: 'Go' },
          { role: 'assistant', content: [] },
          { role: 'user', content: [] },
          { role: 'user', content: 'Well?' },
        ],
        anthropic: [
          { role: 'user', content: 'Go' },
          { role: 'assistant', content: [] },
          { role: 'user', content: [] },
          { role: 'user', content: 'Well?' },
        ],
      },
      [{ user: 'Go' }, { user: 'Well?' }],
    ))

  test('case 17: a legal id stays, an illegal one is replaced alike in call and result', async () => {
    const illegal = [
      '',
      'functions.f:0',
      'call|fc_1',
      'a'.repeat(65),
      'a'.repeat(1_000),
      'naïve',
      'c 1',
      '\ud800',
      '__proto__.x',
    ]
    const legal = ['call_1', 'toolu_01-A', '__proto__', 'constructor', 'a'.repeat(40)]
    for (const id of [...illegal, ...legal]) {
      await everywhere(
        {
          events: [
            { author: 'user', text: 'Go' },
            { author: 'agent', parts: [call(id, 'f')] },
            { author: 'tool', parts: [result(id, 'done', 'f')] },
          ],
          chat: [
            { role: 'user', content: 'Go' },
            { role: 'assistant', content: null, tool_calls: [chatCall(id, 'f')] },
            { role: 'tool', tool_call_id: id, name: 'f', content: 'done' },
          ],
        },
        (said, target, compiled, source) => {
          const [, called, answered] = said as [Said, { id: string }, { id: string }]
          const about = `${JSON.stringify(id)}, ${source} to ${target}`
          expect(answered, about).toEqual({ result: 'done', id: called.id })
          // Gemini pairs what has no id by name and order.
          if (target !== 'gemini' || called.id !== '') expect(called.id, about).toMatch(rows[target].legalId)
          if (legal.includes(id)) expect(called.id, about).toBe(id)
          expect(codes(compiled).includes('CX3003'), about).toBe(called.id !== id)
        },
      )
    }
  })

  test('case 17: ids that become alike when made legal stay apart', () => {
    const ids = ['\ud800', '\udbff', '\ufffd', 'a.b', 'a|b']
    return everywhere(
      {
        events: [
          { author: 'user', text: 'Go' },
          { author: 'agent', parts: ids.map(id => call(id, 'f')) },
          { author: 'tool', parts: ids.map(id => result(id, `of ${ids.indexOf(id)}`, 'f')).reverse() },
        ],
      },
      (said, target) => {
        const called = said.flatMap(item => ('call' in item ? [item.id] : []))
        const answers = new Map(
          said.flatMap(item => ('result' in item ? [[item.id, item.result] as const] : [])),
        )
        expect(new Set(called).size, target).toBe(ids.length)
        expect(
          called.map(id => answers.get(id)),
          target,
        ).toEqual(ids.map((_, index) => `of ${index}`))
      },
    )
  })

  test('case 17: a made id does not change when the session grows', async () => {
    const [, program] = sources({
      events: [
        { author: 'user', text: 'Go' },
        { author: 'agent', parts: [call('', 'f'), call('', 'f')] },
        { author: 'tool', parts: [result('', 'one', 'f'), result('', 'two', 'f')] },
      ],
    })[0]!
    const session = program.session.append(
      { author: 'agent', parts: [call('', 'f')] },
      { author: 'user', text: 'And?' },
    )
    for (const target of targets) {
      const options = { target, model: models[target] }
      const short = readWire(target, ((await compile(program, options)) as Compiled).request)
      const long = readWire(target, ((await compile({ ...program, session }, options)) as Compiled).request)
      expect(long.slice(0, short.length)).toEqual(short)
      expect(short.slice(-2).map(item => 'result' in item && item.result)).toEqual(['one', 'two'])
    }
  })

  test('case 17: trimming renames nothing', async () => {
    const step = (text: string) => [
      { author: 'agent', parts: [call('call_1', 'f', { text })] },
      { author: 'tool', parts: [result('call_1', text.repeat(200), 'f')] },
    ]
    const [, program] = sources({
      events: [{ author: 'user', text: 'Go' }, ...step('one '), ...step('two '), ...step('three ')],
    })[0]!
    for (const target of targets) {
      const options = { target, model: models[target] }
      const all: Compiled = await compile(program, options)
      const some: Compiled = await compile(program, { ...options, budget: Math.ceil(all.tokens.max * 0.7) })
      const trimmed = readWire(target, some.request)
      expect(some.ledger.rows.some(row => row.reason === 'over-budget')).toBe(true)
      expect(readWire(target, all.request).slice(1 - trimmed.length)).toEqual(trimmed.slice(1))
    }
  })

  test('case 22: text that comes late changes no byte before it', async () => {
    const head = {
      tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }],
    }
    const past = [
      { role: 'system', content: 'You are a clerk.' },
      { role: 'user', content: 'Go' },
      { role: 'assistant', content: 'Gone.' },
      { role: 'user', content: 'And now?' },
    ]
    const bytes = async (target: TargetName, late: readonly object[]): Promise<string> => {
      const compiled: Compiled = await compile(fromOpenAI({ ...head, messages: [...past, ...late] }), {
        target,
        model: models[target],
      })
      readWire(target, compiled.request)
      const { tools, system, instructions, messages, input, config, contents } = compiled.request as Record<
        string,
        any
      >
      // The order in which providers cache: tools, system, messages.
      return JSON.stringify([
        config,
        tools,
        system ?? instructions ?? null,
        ...(messages ?? input ?? contents),
      ])
    }
    for (const target of targets) {
      const plain = await bytes(target, [])
      const first = await bytes(target, [{ role: 'developer', content: 'It is noon.' }])
      const second = await bytes(target, [
        { role: 'developer', content: 'It is midnight.' },
        { role: 'assistant', content: 'Good night.' },
        { role: 'user', content: 'Wait' },
      ])
      const common = [...first].findIndex((letter, index) => letter !== second[index])
      const before = plain.indexOf('And now?') + 'And now?'.length
      expect(plain.slice(0, before), target).toBe(first.slice(0, before))
      // The two late texts differ at the first letter after "It is ", or in the hash of their fences.
      expect(common, target).toBeGreaterThan(before)
    }
  })

  test('case 24: a session of model text alone gets a filler if the target requires a user, else none', () =>
    everywhere(
      {
        events: [{ author: 'agent', text: 'Hello' }],
        chat: [{ role: 'assistant', content: 'Hello' }],
        responses: [{ role: 'assistant', content: 'Hello' }],
        anthropic: [{ role: 'assistant', content: 'Hello' }],
      },
      (said, target, compiled, source) => {
        const filler = rows[target].wantsUser ? [{ user: 'Continue.' }] : []
        expect(said, `${source} to ${target}`).toEqual([...filler, { model: 'Hello' }, ...filler])
        expect(codes(compiled).includes('CX7004')).toBe(rows[target].wantsUser)
      },
    ))

  test('case 24: a session with nothing to answer can be refused', async () => {
    const [, program] = sources({ events: [{ author: 'agent', text: 'Hello' }] })[0]!
    for (const target of targets) {
      const compiled: Compiled = await compile(program, { target, model: models[target], whenIdle: 'fail' })
      // OpenAI accepts such a session unchanged.
      expect(compiled.ok).toBe(!rows[target].wantsUser)
      expect(codes(compiled).includes('CX7005')).toBe(rows[target].wantsUser)
    }
  })

  test('case 25: a result that is an object without a `result` key is its JSON', () =>
    says(
      {
        events: [
          { author: 'user', text: 'Go' },
          { author: 'agent', parts: [call('c1', 'f')] },
          {
            author: 'tool',
            parts: [
              {
                kind: 'tool-result',
                id: 'c1',
                content: [{ kind: 'data', value: { status: 'ok', n: [1, null] } }],
              },
            ],
          },
        ],
        // Wrong by every API, and what a tool loop without a schema sends.
        chat: [
          { role: 'user', content: 'Go' },
          { role: 'assistant', content: null, tool_calls: [chatCall('c1', 'f')] },
          { role: 'tool', tool_call_id: 'c1', content: { status: 'ok', n: [1, null] } },
        ],
        responses: [
          { role: 'user', content: 'Go' },
          itemCall('c1', 'f'),
          { type: 'function_call_output', call_id: 'c1', output: { status: 'ok', n: [1, null] } },
        ],
        anthropic: [
          { role: 'user', content: 'Go' },
          { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'f', input: {} }] },
          {
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: 'c1', content: { status: 'ok', n: [1, null] } }],
          },
        ],
      },
      [
        { user: 'Go' },
        { call: 'f', id: 'c1', arguments: {} },
        { result: '{"status":"ok","n":[1,null]}', id: 'c1' },
      ],
    ))

  test('case 26: user text next to a result in one message survives with it', () =>
    says(
      {
        events: [
          { author: 'user', text: 'Go' },
          { author: 'agent', parts: [call('c1', 'f')] },
          { author: 'user', parts: [result('c1', 'done', 'f'), { kind: 'text', text: 'Now in French' }] },
        ],
        anthropic: [
          { role: 'user', content: 'Go' },
          { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'f', input: {} }] },
          {
            role: 'user',
            content: [
              { type: 'tool_result', tool_use_id: 'c1', content: 'done' },
              { type: 'text', text: 'Now in French' },
            ],
          },
        ],
      },
      [
        { user: 'Go' },
        { call: 'f', id: 'c1', arguments: {} },
        { result: 'done', id: 'c1' },
        { user: 'Now in French' },
      ],
    ))

  test('case 26: user text before a result in one message survives with it', () =>
    says(
      {
        events: [
          { author: 'user', text: 'Go' },
          { author: 'agent', parts: [call('c1', 'f')] },
          { author: 'user', parts: [{ kind: 'text', text: 'Now in French' }, result('c1', 'done', 'f')] },
        ],
      },
      [
        { user: 'Go' },
        { call: 'f', id: 'c1', arguments: {} },
        { result: 'done', id: 'c1' },
        { user: 'Now in French' },
      ],
    ))
})
