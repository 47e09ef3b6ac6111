import { expect, test } from 'vitest'
import { runIn } from './test-io.ts'
import { moduleOf } from './test-module.ts'

const trip = moduleOf(`
export const planner = { name: 'planner', instruction: 'Plan.', outputKey: 'plan' }
export const writer = { name: 'writer', instruction: 'Describe {plan}.' }
export default { kind: 'pipeline', members: [planner, writer] }
`)

test('flow shows the program that a module exports', async () => {
  const { code, out, err } = await runIn({}, 'flow', trip)
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatchInlineSnapshot(`
    "pipeline
      agent 'planner'
        writes plan
        sees the history
      agent 'writer'
        reads plan (from 'planner')
        sees the history; answers of 'planner' only through the state
    "
  `)
})

test('--format prints the program as a diagram, or as JSON with both forms', async () => {
  const { out: text } = await runIn({}, 'flow', trip)
  const { out: mermaid } = await runIn({}, 'flow', trip, '--format', 'mermaid')
  expect(mermaid).toMatch(/^flowchart TD\n {2}start\(\["start"\]\)\n {2}subgraph m0\["pipeline"\]\n/)
  const { out } = await runIn({}, 'flow', trip, '--format', 'json')
  expect(JSON.parse(out)).toEqual({ file: trip, program: 'default', text, mermaid })
})

test('--export chooses one of several programs', async () => {
  const { out } = await runIn({}, 'flow', trip, '--export', 'writer')
  expect(out).toMatch(/^agent 'writer'\n {2}reads plan \(from nobody\)\n/)
})

const chat = '{ "messages": [{ "role": "user", "content": "Hi" }] }'

test.each([
  [['flow', 'chat.json'], "error: 'chat.json' is not a program\n  = help: give a module that exports"],
  [['flow', '-'], 'error: standard input is not a program\n'],
  [['flow', trip, '--export', 'writr'], "did you mean 'writer'?"],
  [['flow', trip, '--format', 'mermid'], "did you mean 'mermaid'?"],
  [['flow', `${trip}.ts`], 'no such file'],
  [['flow', trip, '--agent', 'writer'], "unknown option '--agent'"],
  [
    ['flow', moduleOf(`export default { kind: 'pipeline', members: 5 }`)],
    '(default): pipeline.members must be a list',
  ],
  [
    ['flow', moduleOf(`const a = { name: 'a', instruction: 'x' }; a.subAgents = [a]; export default a`)],
    '(default): agent.subAgents[0] contains itself',
  ],
])('usage errors end with 2 and go to standard error: %j', async (argv, message) => {
  const { code, out, err } = await runIn({ files: { 'chat.json': chat }, input: chat }, ...argv)
  expect(err).toContain(message)
  expect([code, out]).toEqual([2, ''])
})

test('a name cannot control the terminal', async () => {
  const evil = JSON.stringify('\u001b[2J\u202e\n"x')
  const file = moduleOf(`
    const evil = ${evil}
    export default { kind: 'route', key: evil, ways: [{ is: evil, member: { name: evil, instruction: '{a}' } }] }
  `)
  for (const format of ['pretty', 'mermaid', 'json']) {
    const { out, err } = await runIn({}, 'flow', file, '--format', format)
    expect(out + err).not.toMatch(/[^\P{Cc}\n]|\u202e/u)
  }
})
