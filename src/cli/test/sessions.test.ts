// `ctxc sessions`: what the commands show and change, and what they say of sessions that there are not.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sqliteMemories } from 'ctxc/remember/sqlite'
import { sqliteStore } from 'ctxc/store/sqlite'
import { expect, test } from 'vitest'
import { clerk, newWorld, TestTerminal, type World } from './world.ts'

/** Makes a session in which a call waits, and one that is done. */
async function filled(): Promise<World> {
  const world = newWorld()
  const offline = ['--model', 'scripted', '--message', 'Hello']
  await world.ctxc('run', world.file(clerk), '--session', 'order-7', ...offline)
  await world.ctxc(
    'run',
    world.file(`export default { name: 'helper', instruction: 'Help.' }`),
    '--session',
    'chat',
    ...offline,
  )
  return world
}

test('list shows status, events and time of each session', async () => {
  const { ctxc } = await filled()
  const time = '2026-01-02 03:04:05 UTC'
  const { out } = await ctxc('sessions', 'list')
  expect(out).toBe(`chat     idle       3 events  ${time}\norder-7  waiting    4 events  ${time}\n`)
  expect((await ctxc('sessions', 'list', '--status', 'waiting')).out).toMatch(/^order-7.*\n$/)
  expect((await ctxc('sessions', 'list', '--user', 'ada')).out).toBe(
    'no sessions of ctxc (user ada); 1 other owner has some (--all lists them)\n',
  )
  const json = JSON.parse((await ctxc('sessions', 'list', '--format', 'json')).out)
  expect(json.map(({ id, revision }: { id: string; revision: number }) => [id, revision])).toEqual([
    ['chat', 3],
    ['order-7', 4],
  ])
})

test('list --all shows the sessions of all owners, and costs sums the calls', async () => {
  const { ctxc, file } = await filled()
  const program = file(`export default { name: 'helper', model: 'claude-haiku-5-5', instruction: 'Help.' }
export const script = [{ text: 'Hi', usage: { inputTokens: 1000000, outputTokens: 100 } }]`)
  await ctxc(
    'run',
    program,
    '--user',
    'ada',
    '--session',
    'hers',
    '--model',
    'scripted',
    '--message',
    'Hello',
  )
  const all = await ctxc('sessions', 'list', '--all')
  expect(all.out).toMatch(/^ctxc\nchat .*\norder-7 .*\nctxc \(user ada\)\nhers .*\n$/)
  const rows = JSON.parse((await ctxc('sessions', 'list', '--all', '--format', 'json')).out)
  expect(rows.at(-1)).toMatchObject({ owner: { app: 'ctxc', user: 'ada' }, id: 'hers' })
  expect((await ctxc('sessions', 'costs', '--user', 'ada')).out).toBe(
    `owner            model             calls      input  cached  output     USD
ctxc (user ada)  claude-haiku-5-5      1  1,000,000       0     100  0.5002
in all 0.5002 USD
`,
  )
  expect((await ctxc('sessions', 'costs', '--user', 'ada', '--until', '2026-01-01')).out).toBe(
    'no model calls\n',
  )
  const json = JSON.parse((await ctxc('sessions', 'costs', '--all', '--format', 'json')).out)
  expect(json.find(({ owner }: { owner: { user?: string } }) => owner.user === 'ada')).toMatchObject({
    calls: 1,
  })
  for (const date of ['monday', '2026-02-31', '2026-11-01 11:00:00'])
    expect(await ctxc('sessions', 'costs', '--since', date)).toMatchObject({ code: 2 })
  expect(await ctxc('sessions', 'costs', '--all', '--user', 'ada')).toMatchObject({ code: 2 })
  expect((await ctxc('sessions', 'list', '--status', 'failed')).out).toBe('no sessions\n')
})

test('show prints the events for people, and all of them as JSON', async () => {
  const { ctxc } = await filled()
  expect((await ctxc('sessions', 'show', 'order-7')).out).toBe(
    `order-7 · waiting · 4 events · 2026-01-02 03:04:05 UTC to 2026-01-02 03:04:05 UTC
   0  user: Hello
   1  clerk: → look_up {"order":"text"}
      → refund {"sum":200}
   2  ctxc: waits for approval: 1.1
   3  tool: ← look_up {"order":"text","paid":250}
`,
  )
  const json = JSON.parse((await ctxc('sessions', 'show', 'order-7', '--format', 'json')).out)
  expect(json).toMatchObject({ id: 'order-7', status: 'waiting', revision: 4 })
  expect(json.events).toHaveLength(4)
})

test('a fork has the events before a place, and no call of it runs', async () => {
  const { ctxc, file } = await filled()
  const forked = await ctxc('sessions', 'fork', 'order-7', '--at', '3', '--to', 'copy')
  expect([forked.code, forked.out]).toEqual([0, 'copy: 3 events of order-7\n'])
  const { out } = await ctxc('sessions', 'show', 'copy')
  expect(out).toContain(' · from order-7 at 3\n')
  expect(out).toContain("✗ look_up Error: it belongs to the session 'order-7'\n")
  expect(out).toContain("✗ refund Error: the call was denied: it belongs to the session 'order-7'\n")
  const resumed = await ctxc('run', file(clerk), '--session', 'copy', '--resume', '--model', 'scripted')
  expect([resumed.code, resumed.err]).toEqual([0, ''])
  expect((await ctxc('sessions', 'show', 'order-7')).out).toContain('4 events')
})

test('an exported session is explained and compiled', async () => {
  const { ctxc, store, file } = await filled()
  const json = (await ctxc('sessions', 'export', 'order-7')).out
  const path = join(store, '../exported.json')
  writeFileSync(path, json)
  const { runIn } = await import('../test-io.ts')
  const explained = await runIn({}, 'explain', path, '--model', 'gpt-5.4')
  expect(explained.code).toBe(0)
  expect(explained.out).toContain('clerk · gpt-5.4 · openai · ok')
  expect(explained.out).toContain('look_up, refund')
  const compiled = await runIn({}, 'compile', file(clerk), '--session', path)
  expect(compiled.code).toBe(0)
  const written = await ctxc('sessions', 'export', 'order-7', '--out', 'e.json')
  expect(written.written['e.json']).toBe(json)
  expect(await ctxc('sessions', 'export', 'order-7', '--out', '/no/e.json')).toMatchObject({ code: 2 })
})

test('delete asks, and only yes deletes', async () => {
  const world = await filled()
  const asked = async (answer: string): Promise<number> => {
    const terminal = new TestTerminal()
    const ended = world.with({ terminal }, 'sessions', 'delete', 'chat')
    await terminal.until('delete chat, 3 events? [y/N] ')
    terminal.type(answer)
    return (await ended).code
  }
  expect(await asked('\r')).toBe(1)
  expect(await asked('\u0003')).toBe(1)
  expect((await world.ctxc('sessions', 'list')).out).toContain('chat')
  expect(await asked('y\r')).toBe(0)
  expect((await world.ctxc('sessions', 'list')).out).not.toContain('chat')
  expect(await world.ctxc('sessions', 'delete', 'order-7')).toMatchObject({
    code: 2,
    err: expect.stringContaining('use --yes to delete without a question'),
  })
  expect(await world.ctxc('sessions', 'delete', 'order-7', '--yes')).toMatchObject({ code: 0 })
})

test('4-F11: forget deletes the sessions and memories of one owner, and no byte is left', async () => {
  const world = newWorld()
  const given = ['--owner', 'shop', '--user']
  for (const user of ['ada', 'bob']) {
    const store = sqliteStore(world.store)
    const events = [{ author: 'user', text: `zqx${user}` }]
    const write = { expectedRevision: 0, events, status: 'idle', time: 1 } as const
    await store.append({ owner: { app: 'shop', user }, id: 's1' }, write)
    await store.close()
    const memory = sqliteMemories(world.store)
    await memory.add({ app: 'shop', user }, [{ id: '1', text: `zqx${user}` }])
    memory.close()
  }
  const { code, err } = await world.ctxc('sessions', 'forget', ...given, 'ada', '--yes')
  expect([code, err]).toEqual([0, 'deleted 1 session of ada of shop\n'])
  const bytes = readFileSync(world.store, 'latin1')
  expect([bytes.includes('zqxada'), bytes.includes('zqxbob')]).toEqual([false, true])
  expect((await world.ctxc('sessions', 'list', ...given, 'bob')).out).toContain('s1')
  expect(await world.ctxc('sessions', 'forget', ...given, 'bob')).toMatchObject({ code: 2 })
})

test.each(['show', 'export', 'fork', 'delete'])('%s names the session that was meant', async command => {
  const { ctxc } = await filled()
  const more = { fork: ['--to', 'x'], delete: ['--yes'] }[command] ?? []
  expect(await ctxc('sessions', command, 'ordr-7', ...more)).toMatchObject({
    code: 1,
    out: '',
    err: "error: no session has the id 'ordr-7'\n  = help: did you mean 'order-7'? ctxc sessions list shows all sessions\n",
  })
})

test.each([
  [['list', '--status', 'wating'], "did you mean 'waiting'?"],
  [['list', '--format', 'yaml'], "unknown format 'yaml'"],
  [['list', '--store', 'none.db'], "no store at 'none.db'"],
  [['list', '--store', 'memory'], 'keeps no sessions of earlier commands'],
  [['fork', 'chat', '--to', 'order-7'], "the session 'order-7' exists already"],
  [['fork', 'chat', '--to', 'x', '--at', '4'], 'a number from 0 to 3'],
  [['fork', 'chat', '--to', 'x', '--at', '-1'], 'a number from 0 to 3'],
  [['fork', 'chat', '--to', ''], '--to must not be empty'],
  [['fork', 'chat'], "required option '--to <id>'"],
  [['show'], "missing required argument 'id'"],
  [['shw', 'chat'], "did you mean 'show'?"],
])('ctxc sessions %j is wrong usage', async (argv, error) => {
  const { ctxc } = await filled()
  const { code, out, err } = await ctxc('sessions', ...argv)
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain(error)
})

test('help shows the commands and their options', async () => {
  const { ctxc } = newWorld()
  const run = await ctxc('run', '--help')
  expect(run.code).toBe(0)
  expect(run.out).toContain('--approve <call>')
  expect(run.out).toContain('ctxc run app.ts --model scripted')
  const sessions = await ctxc('sessions', '--help')
  expect(sessions.out).toMatch(/list .*\n.*costs .*\n(?:.*\n)?.*show .*\n.*fork /)
})

test('secrets are printed as placeholders, unless somebody asks for them', async () => {
  const { ctxc, file } = newWorld()
  // Made when the test runs, so that no scanner takes this file for a leak.
  const token = `ghp_${'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3z'.slice(0, 30)}A1b2C3`
  const helper = file(`export default { name: 'helper', instruction: 'Help.' }`)
  await ctxc('run', helper, '--session', 's', '--model', 'scripted', '--message', `Use ${token}.`)
  for (const command of [['show'], ['show', '--format', 'json'], ['export']]) {
    const [name, ...options] = command as [string, ...string[]]
    const { out } = await ctxc('sessions', name, 's', ...options)
    expect(out).not.toContain(token)
    expect(out).toContain('[secret:github-token:1]')
    expect((await ctxc('sessions', name, 's', ...options, '--reveal')).out).toContain(token)
  }
})
