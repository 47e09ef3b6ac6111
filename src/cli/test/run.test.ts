// `ctxc run` with one message: approvals over several commands, formats, cancels, hostile texts and wrong usage.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { clerk, newWorld, slowHelper } from './world.ts'

const offline = ['--model', 'scripted']

test('a message runs a program until a call waits, and the printed command goes on', async () => {
  const { ctxc, file, store } = newWorld()
  const app = file(clerk)
  const first = await ctxc('run', app, '--session', 's1', '--message', 'Hello', ...offline)
  expect(first).toMatchObject({ code: 3, out: '' })
  expect(first.err.replaceAll(app, 'app.mjs').replaceAll(store, 'a.db')).toBe(
    `→ look_up {"order":"text"}
→ refund {"sum":200}
← look_up {"order":"text","paid":250}
waiting for approval: clerk calls refund (call 1.1)
    {
      "sum": 200
    }
  approve: ctxc run app.mjs --session s1 --store a.db --model scripted --approve 1.1
  deny:    ctxc run app.mjs --session s1 --store a.db --model scripted --deny 1.1 --reason TEXT
`,
  )
  const second = await ctxc('run', app, '--session', 's1', ...offline, '--approve', '1.1')
  expect(second).toMatchObject({ code: 0, err: '← refund refunded 200\n' })
  expect(second.out).toBe(
    'This answer is scripted: no model was called.\n- {"order":"text","paid":250}\n- refunded 200\n',
  )
  expect((await ctxc('sessions', 'show', 's1')).out).toContain('ctxc: ada approved 1.1')
  expect(statSync(store).mode & 0o777).toBe(0o600)
})

test('a denied call tells the model why', async () => {
  const { ctxc, file } = newWorld()
  const app = file(clerk)
  await ctxc('run', app, '--session', 's1', '--message', 'Hello', ...offline)
  const denied = await ctxc(
    'run',
    app,
    '--session',
    's1',
    ...offline,
    '--deny',
    '1.1',
    '--reason',
    'Too much',
  )
  expect(denied).toMatchObject({ code: 0, err: '✗ refund Error: the call was denied: Too much\n' })
  expect(denied.out).toContain('- Error: the call was denied: Too much\n')
})

test('--format json prints one event per line, then the outcome, and asks nothing', async () => {
  const { ctxc, file } = newWorld()
  const argv = ['run', file(clerk), '--session', 's1', ...offline, '--format', 'json']
  const { code, out, err } = await ctxc(...argv, '--message', 'Hello')
  expect([code, err]).toEqual([3, ''])
  const lines = out
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(lines.filter(({ type }) => type === 'event').map(({ event }) => event.seq)).toEqual([0, 1, 2, 3])
  expect(lines.at(-1)).toEqual({
    type: 'outcome',
    session: 's1',
    status: 'waiting',
    text: null,
    reason: expect.any(String),
    revision: 4,
    usage: expect.objectContaining({ inputTokens: expect.any(Number), outputTokens: expect.any(Number) }),
    // The scripted model has no price.
    usd: null,
    waiting: [{ call: '1.1', agent: 'clerk', tool: 'refund', arguments: { sum: 200 }, for: 'approval' }],
  })
  const approved = (await ctxc(...argv, '--approve', '1.1')).out.trimEnd().split('\n')
  const seqs = approved.map(line => JSON.parse(line).event?.seq).filter(seq => seq !== undefined)
  // Events that came before anybody could follow the session are there too.
  expect(seqs).toEqual([4, 5, 6, 7])
})

test('--model-rows gives the facts of a model that no table knows', async () => {
  const world = newWorld()
  const app = world.file(`export default { name: 'helper', instruction: 'words '.repeat(2000) }`)
  const files = { files: { 'rows.json': '[{ "id": "scripted", "window": 1500, "output": 100 }]' } }
  const argv = ['run', app, '--session', 's1', '--message', 'Hello', ...offline]
  expect((await world.with(files, ...argv)).code).toBe(0)
  const { code, err } = await world.with(files, ...argv, '--model-rows', 'rows.json')
  expect(code).toBe(1)
  expect(err).toContain('the limit is 1,400 tokens')
})

test('text on standard input is the message, and a session without a name gets one', async () => {
  const world = newWorld()
  const app = world.file(`export default { name: 'helper', instruction: 'Help.' }`)
  const { code, out } = await world.with({ input: 'Hello\n' }, 'run', app, ...offline)
  expect([code, out]).toEqual([0, 'This answer is scripted: no model was called.\n'])
  expect((await world.ctxc('sessions', 'list')).out).toMatch(/^generated {2}idle +3 events {2}2026-01-02/)
})

test('^C cancels the run and keeps what had arrived of the answer', async () => {
  const world = newWorld()
  const app = world.file(slowHelper('Half an answer'))
  let interrupt = (): void => {}
  const { code, out, err } = await world.with(
    {
      onInterrupt: listener => {
        interrupt = listener
      },
      onOutput: text => {
        if (text.includes('Half')) interrupt()
      },
    },
    ...['run', app, '--session', 's1', '--message', 'Hello'],
  )
  expect([code, out, err]).toEqual([
    130,
    'Half an answer\n',
    'cancelled: the session keeps what had arrived\n',
  ])
  const { out: shown } = await world.ctxc('sessions', 'show', 's1')
  expect(shown).toContain('helper: Half an answer\n')
  expect(shown).toContain('stopped before the end of the answer')
})

test('a script of the file answers, and goes on where the last command ended', async () => {
  const { ctxc, file } = newWorld()
  const app = file(`${clerk}
export const script = [{ calls: [{ name: 'refund', arguments: { sum: 900 } }] }, 'Done: 900.', 'Goodbye.']`)
  const argv = ['run', app, '--session', 's1', ...offline]
  expect((await ctxc(...argv, '--message', 'Hello')).err).toContain('"sum": 900')
  expect((await ctxc(...argv, '--approve', '1.0')).out).toBe('Done: 900.\n')
  expect((await ctxc(...argv, '--message', 'Bye')).out).toBe('Goodbye.\n')
  expect(await ctxc(...argv, '--message', 'More')).toMatchObject({
    code: 1,
    err: expect.stringContaining('error: the run failed: '),
  })
})

test('a limit stops a run, and --resume with more steps continues it', async () => {
  const { ctxc, file } = newWorld()
  const look = `{ name: 'look', execute: () => 'nothing' }`
  const app = file(`export default { name: 'seeker', model: 'm', tools: [${look}] }
export const script = ({ messages: { length } }) =>
  length > 7 ? 'Found.' : { calls: [{ name: 'look', arguments: { length } }] }`)
  const argv = ['run', app, '--session', 's1', ...offline]
  const limited = await ctxc(...argv, '--message', 'Go', '--steps', '2')
  expect(limited.code).toBe(1)
  expect(limited.err).toContain('error: the run was stopped: the limit on steps (2) was reached\n')
  expect(limited.err).toMatch(/help: ctxc run .* --resume --steps 4 continues it\n/)
  expect((await ctxc(...argv, '--resume')).err).toContain('the limit on steps (2)')
  expect(await ctxc(...argv, '--resume', '--steps', '9')).toMatchObject({ code: 0, out: 'Found.\n' })
})

test('a run that goes in circles asks for another message', async () => {
  const { ctxc, file } = newWorld()
  const app =
    file(`export default { name: 'seeker', model: 'm', tools: [{ name: 'look', execute: () => 'nothing' }] }
export const script = () => ({ calls: [{ name: 'look' }] })`)
  const { code, err } = await ctxc('run', app, '--message', 'Go', ...offline)
  expect(code).toBe(1)
  expect(err).toContain('help: an agent made the same calls again and again: send another message\n')
})

test('answers of several agents are marked with their names, and state comes from the file', async () => {
  const { ctxc, file } = newWorld()
  const app = file(`export const state = { city: 'Rome' }
export default { kind: 'pipeline', members: [
  { name: 'first', model: 'm', instruction: 'In {city}.', outputKey: 'a' }, { name: 'second', model: 'm', instruction: '{a}' }] }
export const script = ({ messages }) => messages[0].content.includes('Rome') ? 'One.' : 'Two.'`)
  const { out, err } = await ctxc('run', app, '--message', 'Go', ...offline)
  expect([out, err]).toEqual(['One.\nTwo.\n', 'first:\nsecond:\n'])
})

test('texts of a model cannot reach the terminal, nor hide in an approval', async () => {
  const { ctxc, file } = newWorld()
  const app = file(`const bad = '\\u001b[2J\\u0007\\u202e\\u200b\\u009b'
export default { name: 'clerk', model: 'm', tools: [
  { name: 'send', needsApproval: true, parameters: { type: 'object' }, execute: () => bad + 'sent' }] }
export const script = [{ text: bad + 'text', calls: [{ name: 'send', arguments: { ['to' + bad]: bad + 'x'.repeat(500) } },
  { name: 'no' + bad, arguments: bad }] }, bad + 'end']`)
  const id = 'a\u001b[31m\u202eb'
  const argv = ['run', app, '--session', id, ...offline]
  const results = [
    await ctxc(...argv, '--message', 'Hello'),
    await ctxc(...argv, '--approve', '9.9'),
    await ctxc(...argv, '--approve', '1.1', '--format', 'json'),
    await ctxc('sessions', 'list'),
    await ctxc('sessions', 'show', id),
    await ctxc('sessions', 'show', `${id}x`),
    await ctxc('sessions', 'export', id),
    await ctxc('sessions', 'fork', id, '--to', `${id}2`),
    await ctxc('sessions', 'delete', id, '--yes'),
  ]
  expect(results.map(({ code }) => code)).toEqual([3, 2, 0, 0, 0, 1, 0, 0, 0])
  for (const { out, err } of results) {
    expect(out).not.toMatch(/[^\P{Cc}\n]|\u202e/u)
    expect(err).not.toMatch(/[^\P{Cc}\n]|\u202e/u)
  }
  const asked = results[0]?.err ?? ''
  expect(asked).toContain(`"to\\u001b[2J\\u0007\\u202e\\u200b\\u009b": "\\u001b[2J`)
  expect(asked).toContain('x'.repeat(500))
  expect(JSON.parse(results[6]?.out ?? '')).toMatchObject({ id })
})

test('a decision that does not count is wrong usage, with the schema of the answer', async () => {
  const { ctxc, file } = newWorld()
  const app =
    file(`const schema = { type: 'object', properties: { seats: { type: 'array' } }, required: ['seats'] }
export default { name: 'clerk', model: 'gpt-5.4', tools: [
  { name: 'seat', answeredBy: 'person', outputSchema: schema },
  { name: 'pay', needsApproval: true, parameters: { type: 'object', properties: { sum: { type: 'number' } } }, execute: () => 'paid' },
] }
export const script = [{ calls: [{ name: 'seat' }, { name: 'pay', arguments: { sum: 1 } }] }, 'Done.']`)
  const argv = ['run', app, '--session', 's1', ...offline]
  await ctxc(...argv, '--message', 'Hello')
  const help = 'answer with --answer 1.0=JSON, where JSON fits {"type":"object",'
  const wrong: readonly (readonly [options: readonly string[], error: string, help: string])[] = [
    [['--approve', '1.1', '--answer', '1.0={"seats":1}'], "the answer to call '1.0' is not valid", help],
    [['--approve', '1.0'], "call '1.0' is waiting for an answer", help],
    [['--answer', '1.1=2'], "call '1.1' is waiting for approval", '--approve 1.1 or --deny 1.1'],
    [['--edit', '1.1={"sum":"x"}'], "the changed arguments of call '1.1' are not valid", ''],
  ]
  for (const [options, error, advice] of wrong) {
    const refused = await ctxc(...argv, ...options)
    expect(refused).toMatchObject({ code: 2, out: '' })
    expect(refused.err).toContain(`error: ${error}`)
    expect(refused.err).toContain(advice)
  }
  expect(await ctxc(...argv, '--answer', '1.0={"seats":["A1"]}', '--approve', '1.1')).toMatchObject({
    code: 0,
    out: 'Done.\n',
  })
})

const usage: readonly (readonly [title: string, argv: readonly string[], error: string, help: string])[] = [
  ['an empty message', ['--message', ' '], 'the message is empty', 'give a message with --message TEXT'],
  ['no message', [], 'there is no message', 'or on standard input'],
  [
    'an unknown model',
    ['--model', 'gpt-5.4'],
    "unknown model 'gpt-5.4'",
    'use --model scripted to run offline',
  ],
  ['an unknown format', ['--format', 'jsn'], "unknown format 'jsn'", "did you mean 'json'?"],
  [
    'an empty session',
    ['--session', '', '--message', 'x'],
    '--session must not be empty',
    '--session order-7',
  ],
  ['an empty owner', ['--owner', '', '--message', 'x'], '--owner must not be empty', '--owner shop'],
  ['an empty user', ['--user', '', '--message', 'x'], '--user must not be empty', '--user ada'],
  [
    'an empty store',
    ['--store', '', '--message', 'x'],
    '--store must not be empty',
    '--store .ctxc/sessions.db',
  ],
  [
    'a store that is a folder',
    ['--store', '/', '--message', 'x'],
    "cannot open the store '/'",
    '--store PATH',
  ],
  [
    'no number of steps',
    ['--steps', '0', '--message', 'x'],
    "--steps must be a whole number above 0, got '0'",
    '--steps 50',
  ],
  ['a reason alone', ['--reason', 'x', '--message', 'x'], '--reason needs --deny', 'to tell the model why'],
  ['a call decided twice', ['--approve', '1.0', '--deny', '1.0'], 'both approved and denied', ''],
  [
    'a message with a decision',
    ['--resume', '--message', 'x'],
    '--resume continues a session',
    'later command',
  ],
  ['no session', ['--approve', '1.0'], '--approve needs a session', 'ctxc sessions list'],
  [
    ...['a store in memory', ['--deny', '1.0', '--session', 's', '--store', 'memory']],
    ...['--store memory keeps no sessions', '--store PATH'],
  ] as unknown as [string, string[], string, string],
]

test.each(usage)('%s is wrong usage', async (_, argv, error, help) => {
  const { ctxc, file, store } = newWorld()
  const { code, out, err } = await ctxc(
    'run',
    file(clerk),
    ...argv,
    ...(argv.includes('--model') ? [] : offline),
  )
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain(error)
  expect(err).toContain(help)
  expect(existsSync(store)).toBe(false)
})

test.each([
  ['names no model', `export default { name: 'a', instruction: 'x' }`, "the agent 'a' of '", 'scripted'],
  [
    'has no client',
    `export default { name: 'a', model: 'claude-sonnet-5' }`,
    "exports no client for the model 'claude-sonnet-5'",
    "ANTHROPIC_API_KEY is not set; export const models = { 'claude-sonnet-5': client }, or run offline with --model scripted",
  ],
  [
    'has a client for another model',
    `export default { name: 'a', model: 'gpt-5.4' }
    export const models = { 'claude-': { target: 'anthropic', stream() {} } }`,
    "exports no client for the model 'gpt-5.4'",
    'OPENAI_API_KEY is not set; ',
  ],
  [
    'has a client that needs a key',
    `export default { name: 'a', model: 'gemini-3.5-flash' }
    export const models = () => { throw new Error('no key') }`,
    "has no client for 'gemini-3.5-flash': no key",
    'GEMINI_API_KEY is not set; --model scripted runs offline',
  ],
  [
    'has something else as a client',
    `export default { name: 'a', model: 'm' }; export const models = { m: {} }`,
    "must have a client for 'm'",
    'ModelClient of ctxc/run',
  ],
  [
    'has malformed models',
    `export default { name: 'a', model: 'm' }; export const models = 5`,
    'clients by model',
    '',
  ],
  [
    'has a malformed state',
    `export default { name: 'a', model: 'm' }; export const state = []`,
    'keys and values',
    '',
  ],
  [
    'has malformed callbacks',
    `export default { name: 'a', model: 'm' }; export const callbacks = 5
    export const models = { m: { target: 'anthropic', stream() {} } }`,
    'callbacks',
    '',
  ],
])('a file that %s is wrong usage', async (_, text, error, help) => {
  const { ctxc, file } = newWorld()
  const { code, err } = await ctxc('run', file(text), '--message', 'x')
  expect(code).toBe(2)
  expect(err).toContain(error)
  expect(err.replace(/\s+/g, ' ')).toContain(help)
})

test('a key that is set is not reported as missing', async () => {
  const world = newWorld()
  const app = world.file(`export default { name: 'a', model: 'gpt-5.4' }`)
  const { err } = await world.with({ env: { OPENAI_API_KEY: 'x' } }, 'run', app, '--message', 'x')
  expect(err).toContain('exports no client')
  expect(err).not.toContain('OPENAI_API_KEY')
})

test('a model that refuses the key is reported with the key that is missing', async () => {
  const { ctxc, file } = newWorld()
  const app = file(`export default { name: 'a', model: 'gpt-5.4' }
export const models = () => ({ target: 'openai-chat', async *stream() { throw new Error('401: no API key') } })`)
  const { code, err } = await ctxc('run', app, '--message', 'x')
  expect(code).toBe(1)
  expect(err).toContain('401: no API key\n')
  expect(err).toContain(
    'help: OPENAI_API_KEY is not set; the session keeps what was done: send another message',
  )
})

test('a program on standard input needs its message beside it', async () => {
  const { with: run } = newWorld()
  const input = JSON.stringify({ name: 'helper', instruction: 'Help.' })
  expect(await run({ input }, 'run', '-', ...offline)).toMatchObject({
    code: 2,
    err: expect.stringContaining('<file> is standard input, so the message cannot be'),
  })
  expect((await run({ input }, 'run', '-', ...offline, '--message', 'Hi')).code).toBe(0)
})

test('a process that is interrupted cancels its run, and output of a module stays apart', async () => {
  const { ctxc, file, store } = newWorld()
  const main = fileURLToPath(new URL('../bin.ts', import.meta.url))
  const app = file(`console.log('loaded'); ${slowHelper('Half an answer')}`)
  const argv = ['--no-warnings', main, 'run', app, '--session', 's1', '--message', 'Hello', '--store', store]
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { out: '', err: '' }
  child.stderr.on('data', part => {
    said.err += part
  })
  child.stdout.on('data', part => {
    said.out += part
    // A second one would end the process.
    if (said.out === 'Half an answer') child.kill('SIGINT')
  })
  const [code] = await once(child, 'close')
  expect([code, said.out]).toEqual([130, 'Half an answer\n'])
  expect(said.err).toBe('loaded\ncancelled: the session keeps what had arrived\n')
  expect((await ctxc('sessions', 'show', 's1')).out).toContain('helper: Half an answer\n')
})

test('a call that does not wait, and a session that there is not, are named with what there is', async () => {
  const { ctxc, file } = newWorld()
  const app = file(clerk)
  await ctxc('run', app, '--session', 'order-7', '--message', 'Hello', ...offline)
  const call = await ctxc('run', app, '--session', 'order-7', '--approve', '1.0', ...offline)
  expect(call.code).toBe(2)
  expect(call.err).toContain("help: did you mean '1.1'? waiting calls: 1.1 (refund)")
  const session = await ctxc('run', app, '--session', 'ordr-7', '--resume', ...offline)
  expect(session.code).toBe(1)
  expect(session.err).toContain("help: did you mean 'order-7'?")
  const owner = await ctxc('run', app, '--session', 'order-7', '--resume', '--owner', 'other', ...offline)
  expect(owner.code).toBe(1)
  expect(owner.err).toContain('no session of this owner')
})

test('a program as JSON runs, and a store in memory keeps no file', async () => {
  const { store, with: run } = newWorld()
  const files = { 'app.json': JSON.stringify({ name: 'helper', instruction: 'Help.' }) }
  const { code } = await run({ files }, 'run', 'app.json', '--message', 'Hi', '--store', 'memory', ...offline)
  expect([code, existsSync(store)]).toEqual([0, false])
})

test('a session in memory names no command that could go on with it', async () => {
  const { ctxc, file } = newWorld()
  const argv = ['run', file(clerk), ...offline, '--store', 'memory', '--message', 'Hello']
  const waiting = await ctxc(...argv)
  expect(waiting.code).toBe(3)
  expect(waiting.err).toContain('this session ends here: --store PATH keeps it')
  expect(waiting.err).not.toContain('ctxc run')
  const limited = await ctxc(...argv, '--steps', '1')
  expect(limited.err).not.toContain('ctxc run')
})

test('a second command on a store in use runs its own session', async () => {
  const world = newWorld()
  const app = world.file(slowHelper('Busy'))
  const quick = world.file(clerk)
  let interrupt = (): void => {}
  let second: ReturnType<typeof world.ctxc> | undefined
  const first = await world.with(
    {
      onInterrupt: listener => {
        interrupt = listener
      },
      onOutput: text => {
        if (!text.includes('Busy') || second !== undefined) return
        second = world.ctxc('run', quick, ...offline, '--session', 's2', '--message', 'Hello')
        void second.then(() => interrupt())
      },
    },
    ...['run', app, '--session', 's1', '--message', 'Hello'],
  )
  expect(first.code).toBe(130)
  expect(await second).toMatchObject({ code: 3, err: expect.stringContaining('ctxc run') })
})
