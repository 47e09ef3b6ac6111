import { agent, compile, type Diagnostic } from 'ctxc'
import { type CacheHandler, deleteCaches, resolveWants } from 'ctxc/effects'
import { diff, explain } from 'ctxc/explain'
import { redact } from 'ctxc/protect'
import { expect, test } from 'vitest'
import { renderHtml } from '../../src/cli/explain/render-html.ts'
import { renderText } from '../../src/cli/explain/render-text.ts'
import { faults, helper, minute, nameOf, provider, resolved, rules, start, Talk } from './world.ts'

const talkWith = (options: Partial<CacheHandler> = {}) => {
  let talk: Talk | undefined
  const { kept, handler } = provider(() => talk?.now ?? start, options)
  talk = new Talk({ effects: { cache: handler } })
  return { talk, kept, handler }
}

test('a cache is wanted once two requests begin alike, and named by the next one', async () => {
  const { talk, kept } = talkWith()
  const first = await talk.turn()
  expect(first.wants).toEqual([])
  const second = await talk.turn()
  expect(second.wants.map(({ kind }) => kind)).toEqual(['cache'])
  expect(nameOf(second)).toBeUndefined()
  const third = await talk.turn()
  expect(nameOf(third)).toBe('cachedContents/1')
  expect(third.wants).toEqual([])
  const config = (third.request as { config: object }).config
  expect(Object.keys(config)).toEqual(['cachedContent'])
  expect(faults(third.request, kept)).toEqual([])
  expect(resolved(third.request, kept)).toEqual(third.cached?.request)
})

test('a request that names a cache is counted, mapped and accounted for as a whole', async () => {
  const { talk } = talkWith()
  await talk.turn()
  await talk.turn()
  const before = talk.session
  const plain = await compile(helper, before.append({ author: 'user', text: 'And now?' }), {
    plan: talk.plan,
    now: talk.now,
  })
  const third = await talk.turn()
  expect(third.tokens).toEqual(plain.tokens)
  expect(third.prefix).toEqual(plain.prefix)
  expect(third.cached?.request).toEqual(plain.request)
  expect(third.cached?.map).toEqual(plain.map)
  expect(third.map.find(({ pointer }) => pointer === '/config/cachedContent')?.segments[0]?.origin).toBe(
    'c:cache',
  )
  expect(JSON.stringify(third.request)).not.toContain('Answer in full sentences')
  const declared = third.ledger.declarations.filter(({ cached }) => cached).map(({ origin }) => origin)
  expect(declared).toEqual(third.ledger.declarations.map(({ origin }) => origin))
  expect(diff(plain, third).parting).toBeNull()
  const { read, uncached } = third.cache.against()
  expect(read).toBeGreaterThan(4_096)
  expect(read + uncached).toBe(third.tokens.input)
})

test('a page shows what is read from a cache as such', async () => {
  const long = 'Tell me more of it, please. '.repeat(2_000)
  const { talk } = talkWith()
  for (let turn = 0; turn < 4; turn++) await talk.turn(long)
  const result = await talk.turn()
  expect(result.ledger.rows.map(({ cached }) => cached === true)).toContain(true)
  expect(result.units.filter(({ cached }) => cached).length).toBeGreaterThan(0)
  const explanation = explain(result)
  const text = renderText(explanation, { width: 200 })
  expect(text).toContain('(from a cache)')
  const page = renderHtml(explanation, { result })
  expect(page).toContain('from a cache')
  expect(page).toContain('Answer in full sentences')
})

test('without a time no cache is asked for or used', async () => {
  const { talk, handler } = talkWith()
  for (let turn = 0; turn < 3; turn++) await talk.turn()
  const session = talk.session.append({ author: 'user', text: 'And now?' })
  const result = await compile(helper, session, { plan: talk.plan, effects: { cache: handler } })
  expect(nameOf(result)).toBeUndefined()
  expect(result.wants).toEqual([])
  expect(result.plan).not.toHaveProperty('cache')
})

test('a cache is not used in its last minute, and another is made after it', async () => {
  const { talk, kept } = talkWith()
  const names: unknown[] = []
  for (let turn = 0; turn < 14; turn++) names.push(nameOf(await talk.turn()))
  expect(names.slice(0, 3)).toEqual([undefined, undefined, 'cachedContents/1'])
  // It was asked for in minute 1 and lives until minute 11, so that minute 9 is the last one whose request names it.
  expect(names[9]).toBe('cachedContents/1')
  expect(names[10]).toBeUndefined()
  expect(names[11]).toBe('cachedContents/2')
  expect(kept.size).toBe(2)
})

test('other tools ask for another cache, and the old one is not named', async () => {
  let tools = helper.tools
  let talk: Talk | undefined
  const { kept, handler } = provider(() => talk?.now ?? start)
  talk = new Talk({ effects: { cache: handler } }, () => agent({ ...helper, tools: tools ?? [] }))
  for (let turn = 0; turn < 3; turn++) await talk.turn()
  tools = [{ name: 'search', description: 'Searches.' }]
  const changed = await talk.turn()
  expect(nameOf(changed)).toBeUndefined()
  expect(nameOf(await talk.turn())).toBeUndefined()
  expect(nameOf(await talk.turn())).toBe('cachedContents/2')
  expect(JSON.stringify(kept.get('cachedContents/2'))).toContain('Searches.')
})

test('a prefix that doubles gets a longer cache, so that caches grow with the logarithm of the prefix', async () => {
  const { talk, kept } = talkWith({ ttl: 100_000 })
  const words = 'This is what I have read about it so far. '.repeat(200)
  let longest = 0
  for (let turn = 0; turn < 40; turn++) {
    const result = await talk.turn(words)
    expect(faults(result.request, kept)).toEqual([])
    longest = result.tokens.input
  }
  const least = 9_000
  expect(kept.size).toBeGreaterThan(2)
  expect(kept.size).toBeLessThanOrEqual(Math.ceil(Math.log2(longest / least)) + 1)
  const sizes = [...kept.values()].map(({ config }) => config.contents.length)
  expect(sizes).toEqual([...sizes].sort((left, right) => left - right))
})

test('a handler that fails is asked again only after the life of a cache, or for twice as much', async () => {
  let calls = 0
  const { talk } = talkWith({
    run: async () => {
      calls++
      throw new Error('quota')
    },
  })
  const found: Diagnostic[] = []
  for (let turn = 0; turn < 10; turn++) found.push(...(await talk.turn()).diagnostics)
  expect(calls).toBe(1)
  expect(found.find(({ code }) => code === 'CX9202')?.data).toMatchObject({
    kind: 'cache',
    handler: 'caches',
    why: 'quota',
  })
  talk.now += 600_000
  await talk.turn()
  expect(calls).toBe(2)
})

test('a cache that is too small, or that would not pay, is not asked for', async () => {
  const short = agent({ ...helper, staticInstruction: 'Be brief.' })
  const { handler } = provider(() => start)
  const talk = new Talk({ effects: { cache: handler } }, short)
  for (let turn = 0; turn < 5; turn++) expect((await talk.turn()).wants).toEqual([])
  const { talk: rare } = talkWith({ reads: 1 })
  for (let turn = 0; turn < 5; turn++) expect((await rare.turn()).wants).toEqual([])
  const { talk: implicit } = talkWith({ implicit: 1 })
  for (let turn = 0; turn < 5; turn++) expect((await implicit.turn()).wants).toEqual([])
  const { talk: unknown } = talkWith({ prices: { input: 1, read: 1, storage: 0 } })
  for (let turn = 0; turn < 5; turn++) expect((await unknown.turn()).wants).toEqual([])
})

test('without an expectation, a session that goes on quickly gets a cache, and a slow one does not', async () => {
  const quick = provider(() => start)
  const { reads: _, ...handler } = quick.handler
  const talk = new Talk({ effects: { cache: handler } })
  const wanted: number[] = []
  for (let turn = 0; turn < 8; turn++) if ((await talk.turn()).wants.length > 0) wanted.push(turn)
  expect(wanted[0]).toBeGreaterThan(1)
  const slow = new Talk({ effects: { cache: handler } })
  for (let turn = 0; turn < 30; turn++) {
    expect((await slow.turn()).wants).toEqual([])
    slow.now += 10 * minute
  }
})

test('the rest of a request begins with words of a user, and never with the results of cached calls', async () => {
  const { talk, kept } = talkWith()
  const call = { kind: 'tool-call', id: 'c1', name: 'look', arguments: {} } as const
  const result = { kind: 'tool-result', id: 'c1', content: [{ kind: 'text', text: 'Sun' }] } as const
  const worked = [
    { author: 'helper', parts: [call] },
    { author: 'tool', parts: [result] },
    { author: 'helper', text: 'Sun.' },
  ]
  for (let turn = 0; turn < 6; turn++) {
    const { request } = await talk.turn(`Turn ${turn}? ${rules}`, worked)
    expect(faults(request, kept)).toEqual([])
    const [first] = (request as { contents: { role: string; parts: object[] }[] }).contents
    expect(first?.role).toBe('user')
    expect(first?.parts.every(part => 'text' in part)).toBe(true)
  }
  expect(kept.size).toBeGreaterThan(0)
})

test('a cache holds no protected value, and is not named once a value in it is found', async () => {
  const program = agent({ ...helper, protect: [redact({ patterns: [/tulip-\d+/], fields: ['seat'] })] })
  let talk: Talk | undefined
  const { kept, handler } = provider(() => talk?.now ?? start)
  talk = new Talk({ effects: { cache: handler } }, program)
  for (let turn = 0; turn < 5; turn++)
    await talk.turn(`My code is tulip-4815, and I sit at Meridian-Orchid-77. ${rules}`)
  expect(kept.size).toBeGreaterThan(1)
  expect(JSON.stringify([...kept.values()])).not.toContain('tulip-4815')
  const before = await talk.turn()
  expect(before.cached?.messages).toBeGreaterThan(0)
  // The field says that the seat is a secret, which the cache holds bare.
  const call = { kind: 'tool-call', id: 'c1', name: 'look', arguments: {} } as const
  const value = { seat: 'Meridian-Orchid-77' }
  const found = { kind: 'tool-result', id: 'c1', content: [{ kind: 'data', value }] } as const
  await talk.turn('Look.', [
    { author: 'helper', parts: [call] },
    { author: 'tool', parts: [found] },
    { author: 'helper', text: 'There.' },
  ])
  const after = await talk.turn()
  expect(after.ok).toBe(true)
  expect(after.cached?.messages ?? 0).toBe(0)
  expect(JSON.stringify(resolved(after.request, kept))).not.toContain('Orchid-77')
})

test('deleted caches are not named any more', async () => {
  const { talk, kept, handler } = talkWith()
  for (let turn = 0; turn < 3; turn++) await talk.turn()
  const effects = { cache: handler }
  const events = await deleteCaches(talk.session, { effects })
  expect(events).toHaveLength(1)
  expect(kept.size).toBe(0)
  talk.session = talk.session.append(...events)
  expect(nameOf(await talk.turn())).toBeUndefined()
  expect(await deleteCaches(talk.session, { effects })).toEqual([])
  await expect(deleteCaches(talk.session, { effect: {} } as never)).rejects.toThrow(TypeError)
})

test('a cache of another handler, another key or another fingerprint is not named', async () => {
  const { talk, handler } = talkWith()
  for (let turn = 0; turn < 3; turn++) await talk.turn()
  const session = talk.session.append({ author: 'user', text: 'And now?' })
  const options = { now: talk.now, plan: talk.plan }
  const named = async (cache: CacheHandler, log = session) =>
    nameOf(await compile(helper, log, { ...options, effects: { cache } }))
  expect(await named(handler)).toBe('cachedContents/1')
  expect(await named({ ...handler, id: 'others' })).toBeUndefined()
  expect(await named({ ...handler, version: '2' })).toBeUndefined()
  const effect = session.events.find(({ actions }) => actions?.effect)?.actions?.effect
  const forged = [
    {
      ...effect,
      key: 'x',
      output: JSON.stringify({ name: 'cachedContents/forged', expires: 4e12, tokens: 1 }),
    },
    {
      ...effect,
      prefix: { ...effect?.prefix, hash: 'other' },
      output: JSON.stringify({ name: 'cachedContents/forged', expires: 4e12, tokens: 1 }),
    },
  ]
  const log = session.append(
    ...forged.map(each => ({ author: 'developer', actions: { effect: each as never } })),
  )
  expect(await named(handler, log)).toBe('cachedContents/1')
})

test('an output of a handler is refused unless it is a name, a time to come and a number of tokens', async () => {
  const good = { name: 'cachedContents/1', expires: start + 600_000, tokens: 5 }
  const bad: unknown[] = [
    null,
    'cachedContents/1',
    {},
    { ...good, name: 3 },
    { ...good, name: '' },
    { ...good, name: 'cachedContents/1\nx' },
    { ...good, name: 'cached Contents' },
    { ...good, name: 'é' },
    { ...good, name: 'x'.repeat(600) },
    { ...good, expires: '2026-01-01' },
    { ...good, expires: Number.NaN },
    { ...good, expires: start - 1 },
    { ...good, expires: start + 90_000 },
    { ...good, expires: 1e300 },
    { ...good, tokens: -1 },
    { ...good, tokens: 1.5 },
    { ...good, tokens: '5' },
  ]
  for (const made of bad) {
    const { talk } = talkWith({ run: async () => made as never })
    await talk.turn()
    await talk.turn()
    const outcome = talk.session.events.at(-1)?.actions?.effect
    expect([made, Object.keys(outcome ?? {})]).toEqual([made, ['kind', 'key', 'handler', 'prefix', 'error']])
    expect(nameOf(await talk.turn())).toBeUndefined()
  }
})

test('an event with a malformed cache is refused', async () => {
  const { talk } = talkWith()
  await talk.turn()
  await talk.turn()
  const effect = talk.session.events.at(-1)?.actions?.effect
  for (const wrong of [
    { output: '{}' },
    { output: JSON.stringify({ name: 'a\u0000b', expires: 4e12, tokens: 1 }) },
    { output: JSON.stringify({ name: 'a', expires: 'soon', tokens: 1 }) },
    { prefix: undefined },
    { prefix: { head: 1 } },
  ])
    expect(() =>
      talk.session.append({ author: 'developer', actions: { effect: { ...effect, ...wrong } as never } }),
    ).toThrow(TypeError)
})

test('malformed options of a handler are TypeErrors that name their place', async () => {
  const { talk, handler } = talkWith()
  for (const [wrong, place] of [
    [{ ttl: 60 }, 'effects.cache.ttl'],
    [{ reads: 0 }, 'effects.cache.reads'],
    [{ implicit: 2 }, 'effects.cache.implicit'],
    [{ prices: { input: 1 } }, 'effects.cache.prices.read'],
    [{ delete: 1 }, 'effects.cache.delete'],
  ] as const)
    await expect(
      compile(helper, talk.session, { effects: { cache: { ...handler, ...wrong } as never } }),
    ).rejects.toThrow(place)
})

test('a handler that changes its input changes no request', async () => {
  const { talk } = talkWith({
    run: async input => {
      ;(input as { systemInstruction?: unknown }).systemInstruction = undefined
      for (const content of input.contents as { parts: object[] }[]) content.parts.length = 0
      throw new Error('no')
    },
  })
  for (let turn = 0; turn < 4; turn++) {
    const { request } = await talk.turn()
    expect(faults(request, new Map())).toEqual([])
    expect(JSON.stringify(request)).toContain('Answer in full sentences')
  }
})

test('a cache that a signal stopped waiting for has failed, and is not asked for at once', async () => {
  let asked = 0
  const { talk, handler } = talkWith({
    run: () => {
      asked++
      return new Promise(() => {})
    },
  })
  await talk.turn()
  for (let turn = 0; turn < 4; turn++) {
    const session = talk.session.append({ author: 'user', text: 'And now?' })
    const { now, plan } = talk
    const effects = { cache: handler }
    const result = await compile(helper, session, { now, plan, effects })
    const stop = new AbortController()
    const events = resolveWants(result, { effects, signal: stop.signal })
    stop.abort(new Error('it takes too long'))
    talk.session = session.append({ author: 'helper', text: 'It rains.' }, ...(await events))
    talk.plan = result.plan
    talk.now += minute
  }
  expect(asked).toBe(1)
  expect(talk.session.units.outcomes.caches).toMatchObject([{ error: 'it takes too long' }])
})

test('a cache is asked for at the pace of the calls since a long pause', async () => {
  const { reads: _, ...handler } = provider((): number => talk.now).handler
  const talk: Talk = new Talk({ effects: { cache: { ...handler, ttl: 3_600 } } })
  const wanted = async (turns: number) => {
    const wants: number[] = []
    for (let turn = 0; turn < turns; turn++) wants.push((await talk.turn()).wants.length)
    return wants
  }
  const first = await wanted(8)
  expect(first.filter(count => count > 0)).toEqual([1])
  // After a night, as at the beginning: what was asked for is gone, and the pace is that of the new calls.
  talk.now += 12 * 60 * minute
  expect(await wanted(8)).toEqual(first)
})

test('a stopped signal leaves the work to the next compile', async () => {
  const { talk, handler } = talkWith()
  await talk.turn()
  const session = talk.session.append({ author: 'user', text: 'And now?' })
  const result = await compile(helper, session, {
    now: talk.now,
    plan: talk.plan,
    effects: { cache: handler },
  })
  expect(await resolveWants(result, { effects: { cache: handler }, signal: AbortSignal.abort() })).toEqual([])
})
