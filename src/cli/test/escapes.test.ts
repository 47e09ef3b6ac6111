// Names that others gave: of tools, fields, agents, keys, sessions and files. No command prints their control
// sequences.
import { expect, test } from 'vitest'
import { runIn } from '../test-io.ts'
import { newWorld } from './world.ts'

const evil = '\u001b]0;PWNED\u0007\u001b[2J\u009b5n\u202e'
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the colours.
const own = /\u001b\[(?:1|2|22|3[1-6]|39)m/g
const controls = /[^\P{Cc}\n]|[\u200f\u202e\u2066]/u

const request = {
  model: 'gpt-5.4',
  metadata: { [evil]: 'PWNED' },
  messages: [{ role: 'user', content: 'PWNED', name: `n${evil}` }],
  tools: [
    {
      type: 'function',
      function: {
        name: `t${evil}`,
        description: 'PWNED',
        parameters: { type: 'object', properties: { [evil]: { type: 'string', description: 'PWNED' } } },
      },
    },
  ],
}
const later = { ...request, messages: [...request.messages, { role: 'user', content: `${evil} PWNED` }] }
const program = {
  kind: 'pipeline',
  members: [
    { name: 'one', instruction: `PWNED {key}`, outputKey: `k${evil}`, model: 'gpt-5.4' },
    { name: `two${evil}`, description: evil, instruction: `PWNED ${evil}`, model: `m${evil}` },
  ],
}
const [file, second, declared] = [`c${evil}.json`, `d${evil}.json`, `p${evil}.json`]
const files = {
  [file]: JSON.stringify(request),
  [second]: JSON.stringify(later),
  [declared]: JSON.stringify(program),
}

const commands: readonly (readonly string[])[] = [
  ['explain', file, '--find', 'PWNED'],
  ['explain', file, '--find', evil],
  ['explain', file],
  ['compile', file],
  ['compile', file, '--explain'],
  ['diff', file, second],
  ['doctor', file],
  ['check', declared],
  ['flow', declared],
  ['flow', declared, '--format', 'mermaid'],
  ['preview', declared],
  ['live', 'replay', file],
  ['run', declared, '--message', evil],
  ['sessions', 'show', evil],
  ['mcp', evil],
  [evil],
]

test.each(commands.map(argv => [argv.join(' ').replaceAll(evil, '*'), argv] as const))(
  '%s prints no control sequence but its own colours',
  async (_, argv) => {
    for (const colour of [false, true]) {
      const { out, err } = await runIn({ files, colour }, ...argv)
      expect(out + err).not.toBe('')
      expect(colour ? (out + err).replace(own, '') : out + err).not.toMatch(controls)
    }
  },
)

test('sessions of agents and tools with such names are run and shown without them', async () => {
  const { ctxc, file } = newWorld()
  const path = file(
    `const evil = ${JSON.stringify(evil)}
export default { name: 'helper', instruction: 'Help.', outputKey: 'k' + evil,
  tools: [{ name: 'look', description: evil, parameters: { type: 'object', properties: { [evil]: { type: 'string' } }, required: [evil] }, execute: () => ({ [evil]: evil }) }] }`,
  )
  const id = `s${evil}`
  const runs = [
    ['run', path, '--session', id, '--model', 'scripted', '--message', evil],
    ...['list', 'show', 'fork', 'export', 'delete'].map(name => [
      'sessions',
      name,
      ...(name === 'list' ? [] : [id]),
      ...(name === 'fork' ? ['--to', `t${evil}`] : []),
      ...(name === 'delete' ? ['--yes'] : []),
    ]),
  ]
  for (const argv of runs) {
    const { out, err } = await ctxc(...argv)
    expect(out + err, argv.join(' ')).not.toMatch(controls)
  }
})
