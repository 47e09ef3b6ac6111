import { dirname, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import type { SARIFLog } from 'ctxc/check'
import { expect, test } from 'vitest'
import { runIn } from './test-io.ts'
import { moduleOf } from './test-module.ts'

const fine = moduleOf(`export default { name: 'greeter', instruction: 'Greet.' }`)
const report = moduleOf(`
export const planner = { name: 'planner', instruction: 'Plan.', outputKey: 'plan' }
export const writer = { name: 'writer', instruction: 'Write from {plan} on {topic}.' }
export const app = { kind: 'pipeline', members: [planner, writer] }
export { app as default }
export const other = { name: 'other', instruction: 'About {topic?}.', subAgents: [{ name: 'below', instruction: 'x' }] }
`)
const lossy = moduleOf(`
const first = { name: 'first', instruction: 'x', outputKey: 'a' }
export const app = { kind: 'pipeline', members: [first, { name: 'second', instruction: '{a}', includeContents: 'all' }] }
`)

test('each program is checked once, and its members are not checked as programs', async () => {
  const { code, out, err } = await runIn({}, 'check', fine, report)
  expect([code, err]).toEqual([1, ''])
  // A long path of the temporary folder moves the rest of its line to the next.
  const told = out
    .replaceAll(/\n +(?=d:)/g, ' ')
    .replaceAll(fine, 'fine.mjs')
    .replaceAll(report, 'report.mjs')
  expect(told).toMatchInlineSnapshot(`
    "fine.mjs (default): fine

    error[CX1001]: 'writer' reads 'topic', but nothing before it writes that key, so the model is sent
      {topic} as literal text
      --> report.mjs (app) d:members.1.instruction
       |
       = help: give an earlier agent outputKey: 'topic', write the key with S.set or S.defaults, or
               declare expects: ['topic'] if the session brings it

    info[CX1015]: 'below' has no description, so agents that may hand over to it see only its name
      --> report.mjs (other) d:subAgents.0
       |
       = help: add a description: one sentence that says what the agent does

    1 error, 1 info
    "
  `)
})

test('a check without findings ends with 0', async () => {
  expect(await runIn({}, 'check', fine, fine)).toMatchObject({
    code: 0,
    out: `${fine} (default): fine\n\nnothing found\n`,
    err: '',
  })
})

test('--format json prints the findings program by program', async () => {
  const { code, out } = await runIn({}, 'check', report, fine, '--format', 'json')
  expect(code).toBe(1)
  const json = JSON.parse(out)
  expect(json).toMatchObject({
    ok: false,
    programs: [
      { file: report, program: 'app', ok: false },
      { file: report, program: 'other', ok: true },
      { file: fine, program: 'default', ok: true, diagnostics: [] },
    ],
  })
  expect(json.programs[0].diagnostics[0]).toMatchObject({
    code: 'CX1001',
    level: 'error',
    at: ['d:members.1.instruction'],
  })
})

test('--format sarif prints all files as one run', async () => {
  const { code, out } = await runIn({}, 'check', report, lossy, fine, '--format', 'sarif')
  expect(code).toBe(1)
  const log = JSON.parse(out) as SARIFLog
  expect([log.version, log.runs.length]).toEqual(['2.1.0', 1])
  const [run] = log.runs
  const { rules } = run!.tool.driver
  expect(rules.map(({ id }) => id)).toEqual([...new Set(rules.map(({ id }) => id))].sort())
  expect(rules.length).toBeGreaterThan(1)
  for (const { ruleId, ruleIndex, level, message, locations } of run!.results) {
    expect(rules[ruleIndex]?.id).toBe(ruleId)
    expect(['error', 'warning', 'note']).toContain(level)
    expect(message.text).not.toBe('')
    expect(locations?.length).toBeGreaterThan(0)
    for (const { physicalLocation, logicalLocations } of locations ?? []) {
      expect(URL.canParse(physicalLocation?.artifactLocation.uri ?? '')).toBe(true)
      expect(physicalLocation?.region.startLine).toBe(1)
      expect(logicalLocations?.[0]?.fullyQualifiedName).toMatch(/^(app|other) d:/)
    }
  }
  const uris = run!.results.map(result => result.locations?.[0]?.physicalLocation?.artifactLocation.uri)
  const given = [report, lossy].map(file => pathToFileURL(file).href)
  expect(uris).toEqual(given.flatMap(file => uris.filter(uri => uri === file)))
  expect(new Set(uris).size).toBe(2)
  expect((await runIn({}, 'check', report, lossy, fine, '--format', 'sarif')).out).toBe(out)
})

test('a file below the working directory is named by its relative path, TypeScript too', async () => {
  const file = moduleOf(`const name: string = 'a'; export default { name, instruction: '{b}' }`, '#1.ts')
  const before = process.cwd()
  process.chdir(dirname(dirname(file)))
  try {
    const below = relative('.', file)
    const { code, out } = await runIn({}, 'check', below, '--format', 'sarif')
    expect(code).toBe(1)
    const uri = below.split(sep).map(encodeURIComponent).join('/')
    expect(JSON.parse(out).runs[0].results[0].locations[0].physicalLocation.artifactLocation).toEqual({ uri })
    expect((await runIn({}, 'check', below)).out).toContain(`  --> ${below} (default) d:instruction\n`)
  } finally {
    process.chdir(before)
  }
})

test('--level changes the level of findings, or turns them off', async () => {
  const warn = await runIn({}, 'check', report, '--level', 'CX1001=warn')
  expect(warn.code).toBe(0)
  expect(warn.out).toContain('warn[CX1001]')
  const off = await runIn({}, 'check', report, '--level', 'CX1001=off', '--level', 'cx1015=off')
  expect(off.out).not.toContain('CX1001')
  expect(off.out).not.toContain('CX1015')
  const error = await runIn({}, 'check', lossy, '--level', 'CX1003=info', '--level', 'CX1003=error')
  expect(error.code).toBe(1)
})

test('--max-warnings ends with 1 above its number, and says why', async () => {
  expect((await runIn({}, 'check', lossy)).code).toBe(0)
  expect((await runIn({}, 'check', lossy, '--max-warnings', '1')).code).toBe(0)
  for (const format of ['pretty', 'json', 'sarif']) {
    const argv = ['check', lossy, '--format', format]
    const { code, out, err } = await runIn({}, ...argv, '--max-warnings', '0')
    expect([code, err]).toEqual([1, 'error: 1 warning, at most 0 allowed\n'])
    expect(out).toBe((await runIn({}, ...argv)).out)
  }
})

const chat = '{ "messages": [{ "role": "user", "content": "Hi" }] }'

test.each([
  [['check'], "missing required argument 'paths'"],
  [['check', 'chat.json'], "error: 'chat.json' is not a program\n"],
  [['check', '-'], 'error: standard input is not a program\n'],
  [['check', './none.ts'], "error: cannot read './none.ts': no such file\n"],
  [['check', moduleOf('export const x = 1')], 'exports no agent and no pipeline\n  = help: export the'],
  [
    ['check', moduleOf(`export const a = { name: 'a', model: 'm', instructon: '' }`)],
    "(a): agent has no 'instr",
  ],
  [['check', fine, '--format', 'serif'], "did you mean 'sarif'?"],
  [['check', fine, '--level', 'CX1009'], "--level must be CODE=LEVEL, got 'CX1009'\n  = help: for"],
  [
    ['check', fine, '--level', 'CX1O09=off'],
    "no diagnostic has the code 'CX1O09'\n  = help: did you mean 'CX1009'?",
  ],
  [['check', fine, '--level', 'CX3001=off'], 'check never reports CX3001\n'],
  [
    ['check', fine, '--level', 'CX1009=warning'],
    "unknown level 'warning' of CX1009\n  = help: did you mean 'warn'?",
  ],
  [['check', fine, '--max-warnings', 'few'], "--max-warnings must be a whole number from 0 on, got 'few'\n"],
])('usage errors end with 2 and go to standard error: %j', async (argv, message) => {
  const { code, out, err } = await runIn({ files: { 'chat.json': chat }, input: chat }, ...argv)
  expect(err).toContain(message)
  expect([code, out]).toEqual([2, ''])
})

test.each([
  ['-', 'error: standard input is not a program\n'],
  ['./none.ts', "error: cannot read './none.ts': no such file\n"],
  [moduleOf('export const x = 1'), 'exports no agent and no pipeline\n'],
  [moduleOf(`throw new Error('boom')`), ': boom\n'],
  [moduleOf(`export const a = { kind: 'pipeline' }`), '(a): '],
])('a file that cannot be checked, %s, hides no finding of the others', async (file, message) => {
  for (const paths of [
    [file, report],
    [report, file],
  ]) {
    const { code, out, err } = await runIn({ input: chat }, 'check', ...paths)
    expect([code, out]).toEqual([2, (await runIn({}, 'check', report)).out])
    expect(err).toContain(message)
  }
  const { code, out } = await runIn({ input: chat }, 'check', file, fine, '--format', 'json')
  const { ok, programs, failures } = JSON.parse(out)
  expect([code, ok, programs.length]).toEqual([2, false, 1])
  expect(failures).toEqual([expect.objectContaining({ file })])
})

test('colour is used only if it is wanted', async () => {
  const plain = await runIn({}, 'check', fine, report)
  const painted = await runIn({ colour: true }, 'check', fine, report)
  expect(painted.out).not.toBe(plain.out)
  expect(stripVTControlCharacters(painted.out)).toBe(plain.out)
})

test('a name cannot control the terminal', async () => {
  const evil = '\u001b[2J\u009b31m\u202eevil\u2066\u200f\u0007\nerror: '
  const file = moduleOf(`
    const evil = ${JSON.stringify(evil)}
    const agent = { name: evil, instruction: '{key}', outputKey: evil, description: evil }
    const app = { kind: 'pipeline', members: [agent, { name: evil, instruction: '{b}' }] }
    export { app as ${JSON.stringify(evil)}, app2 as ${JSON.stringify(`${evil}2`)} }
    const app2 = { name: evil, instruction: 5 }
  `)
  const named = moduleOf(
    `export { app as ${JSON.stringify(evil)} }; const app = { name: 'a', instruction: '{b}' }`,
  )
  const runs: readonly (readonly string[])[] = [
    ['check', file],
    ...['pretty', 'json', 'sarif'].map(format => ['check', named, '--format', format]),
    ['check', `${evil}.mjs`],
    ['check', evil],
    ['check', named, '--level', evil],
    ['check', named, '--level', `${evil}=off`],
    ['check', named, '--level', `CX1001=${evil}`],
    ['check', named, '--max-warnings', evil],
    ['compile', file, '--export', evil],
    ['flow', file, '--export', `x${evil}`],
    ['check', moduleOf(`throw new Error(${JSON.stringify(evil)})`)],
  ]
  for (const argv of runs) {
    const { out, err } = await runIn({}, ...argv)
    expect(out + err).not.toMatch(/[^\P{Cc}\n]|[\u200f\u202e\u2066]/u)
    expect(err.split('\n').length).toBeLessThan(4)
  }
})

test('help describes the exit codes', async () => {
  const { code, out } = await runIn({}, 'check', '--help')
  expect(code).toBe(0)
  expect(out).toContain('--max-warnings 0')
  expect((await runIn({}, '--help')).out).toMatch(
    /check \[options\] <paths\.\.\.>[\s\S]*flow \[options\] <file>/,
  )
})

test('a program as JSON is checked and shown like one of a module', async () => {
  const booker = { name: 'booker', instruction: 'The intent is: {intent}' }
  const files = { 'app.json': JSON.stringify({ kind: 'pipeline', members: [booker] }) }
  const checked = await runIn({ files }, 'check', 'app.json')
  expect(checked.code).toBe(1)
  expect(checked.out).toContain('--> app.json d:members.0.instruction\n')
  const { out } = await runIn({ files }, 'flow', 'app.json')
  expect(out).toContain("agent 'booker'\n    reads intent (from nobody)\n")
  const { code, err } = await runIn({ files }, 'flow', 'app.json', '--export', 'app')
  expect([code, err]).toEqual([2, expect.stringContaining('--export needs a module')])
})

test('--model-rows gives check the facts of a model that no table knows', async () => {
  const large = moduleOf(
    `export default { name: 'own', model: 'acme-1', instruction: ${JSON.stringify('many words '.repeat(2_000))} }`,
  )
  expect(await runIn({}, 'check', large)).toMatchObject({ code: 0, err: '' })
  const files = { 'rows.json': JSON.stringify([{ id: 'acme-1', window: 1_024, output: 256 }]) }
  const told = await runIn({ files }, 'check', large, '--model-rows', 'rows.json', '--format', 'json')
  expect(told.code).toBe(1)
  expect(told.out).toContain('"code": "CX1021"')
  expect((await runIn({ files }, 'doctor', large, '--model-rows', 'rows.json')).out).toContain('CX1021')
  const bad = { 'rows.json': '[{ "id": "acme-1", "windw": 1 }]' }
  expect(await runIn({ files: bad }, 'check', large, '--model-rows', 'rows.json')).toMatchObject({ code: 2 })
})
