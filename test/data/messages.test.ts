import { parseProgram } from 'ctxc'
import { expect, test } from 'vitest'
import { formatNames } from '../../src/ir/format-name.ts'

const agent = { name: 'booker', instruction: 'Book.' }
const inPipeline = (...members: unknown[]): unknown => ({ kind: 'pipeline', members })

const agentFields =
  'name, model, fallbackModels, description, identity, instruction, globalInstruction, staticInstruction, instructionOrder, tools, subAgents, allowTransfer, outputKey, remember, outputSchema, expects, includeContents, context, budget, generateConfig, allow, extra'
const kinds =
  'pipeline, parallel, fallback, loop, route, mapOver, S.set, S.defaults, S.pick, S.drop, S.require, S.rename, S.capture, S.merge, S.log, S.pipe'
const toolFields =
  'name, description, parameters, strict, reads, writes, expands, agent, needsApproval, onInterrupt, timeoutMs, concurrency, readOnly, idempotent, external, reveal, guard, extra'
const settings =
  'temperature, topP, topK, maxOutputTokens, stopSequences, seed, presencePenalty, frequencyPenalty, toolChoice, parallelToolCalls, reasoningEffort'
const member = 'give an agent, which has a name, or a group or a step, which have a kind'

/** What is wrong, the program, where, the message, the note, the help. */
type Case = readonly [string, unknown, string, string, string | null, string | null]

const cases: readonly Case[] = [
  ['no object', 5, 'CX1101 d:', 'the program must be a member, got 5', null, member],
  ['a list', [agent], 'CX1101 d:', 'the program must be a member, got a list', null, member],
  ['nothing in it', {}, 'CX1101 d:name', 'name is missing', null, 'give a string'],
  [
    'a misspelt field',
    { ...agent, instuction: 'Book.' },
    'CX1102 d:instuction',
    "the program has no 'instuction'",
    "in agent 'booker'",
    `did you mean 'instruction'? there are ${agentFields}`,
  ],
  [
    'a field that is near to none',
    inPipeline({ ...agent, zzzzzzzzzz: 1 }),
    'CX1102 d:members.0.zzzzzzzzzz',
    "members[0] has no 'zzzzzzzzzz'",
    "in agent 'booker'",
    `there are ${agentFields}`,
  ],
  [
    'a model that is a number',
    inPipeline({ ...agent, model: 5 }),
    'CX1101 d:members.0.model',
    'model must be a string or a list of strings, got 5',
    "in agent 'booker'",
    null,
  ],
  ['a name that is null', { name: null }, 'CX1101 d:name', 'name must be a string, got null', null, null],
  [
    'a misspelt kind',
    { kind: 'pipline', members: [agent] },
    'CX1103 d:kind',
    "kind is no kind of member: 'pipline'",
    null,
    `did you mean 'pipeline'? there are ${kinds}`,
  ],
  [
    'a kind that is no text',
    { kind: 5 },
    'CX1101 d:kind',
    'kind must be a kind of member, got 5',
    null,
    null,
  ],
  ['a forgotten kind', { members: [agent] }, 'CX1101 d:kind', 'kind is missing', null, `there are ${kinds}`],
  ['no members', inPipeline(), 'CX1101 d:', 'the program has no members', null, 'give one at least'],
  [
    'members that are no list',
    { kind: 'parallel', members: agent },
    'CX1101 d:members',
    'members must be a list, got an object',
    null,
    null,
  ],
  [
    'a member that is a name',
    inPipeline(agent, 'booker'),
    'CX1101 d:members.1',
    "members[1] must be a member, got 'booker'",
    null,
    member,
  ],
  [
    'a loop without an end',
    { kind: 'loop', members: [agent] },
    'CX1101 d:max',
    'max is missing',
    null,
    'give a whole number above 0',
  ],
  [
    'a loop of no rounds',
    { kind: 'loop', max: 0, members: [agent] },
    'CX1101 d:max',
    'max must be a whole number above 0, got 0',
    null,
    null,
  ],
  [
    'a loop with a condition',
    { kind: 'loop', max: 2, until: 'done', members: [agent] },
    'CX1101 d:until',
    'until would have to be a function, and data has none',
    null,
    'declare this part in code',
  ],
  [
    'a route by a condition',
    { kind: 'route', key: 'k', ways: [{ when: 'x', member: agent }] },
    'CX1101 d:ways.0.when',
    'when would have to be a function, and data has none',
    null,
    'declare this part in code',
  ],
  [
    'a route by a key of no scope',
    { kind: 'route', key: 'sesion:k', ways: [] },
    'CX1101 d:key',
    "key is no key of the state: 'sesion:k' has a scope other than app:, user:, temp:",
    null,
    null,
  ],
  [
    'a map without a member',
    { kind: 'mapOver', key: 'k', into: 'i' },
    'CX1101 d:member',
    'member is missing',
    null,
    member,
  ],
  [
    'a tap',
    inPipeline({ kind: 'tap' }, agent),
    'CX1103 d:members.0.kind',
    "kind is 'tap', which takes a function, and data has none",
    null,
    'declare this part in code',
  ],
  [
    'a step by itself',
    { kind: 'S.set', values: {} },
    'CX1101 d:',
    'the program is a step, and no agent speaks in it',
    null,
    'put it before an agent: { "kind": "pipeline", "members": [ … ] }',
  ],
  [
    'a misspelt step',
    inPipeline({ kind: 'S.renam', names: {} }, agent),
    'CX1103 d:members.0.kind',
    "kind is no kind of member: 'S.renam'",
    null,
    `did you mean 'S.rename'? there are ${kinds}`,
  ],
  [
    'a step with a function',
    inPipeline({ kind: 'S.guard' }, agent),
    'CX1103 d:members.0.kind',
    "kind is 'S.guard', which takes a function, and data has none",
    null,
    'declare this part in code',
  ],
  [
    'a step without its keys',
    inPipeline({ kind: 'S.drop' }, agent),
    'CX1101 d:members.0.keys',
    'keys is missing',
    null,
    'give a list',
  ],
  [
    'a key that is a number',
    inPipeline({ kind: 'S.drop', keys: ['a', 5] }, agent),
    'CX1101 d:members.0.keys.1',
    'keys[1] must be a key of the state, got 5',
    null,
    null,
  ],
  [
    'a pick of nothing',
    inPipeline({ kind: 'S.pick', keys: [] }, agent),
    'CX1101 d:members.0',
    'members[0] is no step: S.pick: name a key to keep; without one every key would go',
    null,
    null,
  ],
  [
    'two keys with one name',
    inPipeline({ kind: 'S.rename', names: { a: 'c', b: 'c' } }, agent),
    'CX1101 d:members.0',
    "members[0] is no step: S.rename: two keys cannot both become 'c'",
    null,
    null,
  ],
  [
    'a tool without a name',
    { ...agent, tools: [{ description: 'Finds.' }] },
    'CX1101 d:tools.0.name',
    'name is missing',
    "in agent 'booker'",
    'give a name',
  ],
  [
    'a misspelt field of a tool',
    inPipeline({ ...agent, tools: [{ name: 'find', paramaters: {} }] }),
    'CX1102 d:members.0.tools.0.paramaters',
    "tools[0] has no 'paramaters'",
    "in tool 'find' of agent 'booker'",
    `did you mean 'parameters'? there are ${toolFields}`,
  ],
  [
    'parameters that are a list',
    inPipeline({ ...agent, tools: [{ name: 'find', parameters: [] }] }),
    'CX1101 d:members.0.tools.0.parameters',
    'parameters is a list, and no JSON Schema',
    "in tool 'find' of agent 'booker'",
    'give JSON Schema as an object',
  ],
  [
    'a tool of a server',
    { ...agent, tools: [{ name: 'find', inputSchema: {} }] },
    'CX1102 d:tools.0.inputSchema',
    "tools[0] has no 'inputSchema'",
    "in tool 'find' of agent 'booker'",
    `did you mean 'parameters'? there are ${toolFields}`,
  ],
  [
    'a tool that is a text',
    { ...agent, tools: ['find'] },
    'CX1101 d:tools.0',
    "tools[0] must be a tool, got 'find'",
    "in agent 'booker'",
    "give a tool with a name, or a provider's own as { native }",
  ],
  [
    'tools by name',
    { ...agent, tools: { find: { inputSchema: {} } } },
    'CX1101 d:tools',
    'tools must be a list, got an object',
    "in agent 'booker'",
    null,
  ],
  [
    "a provider's tool of no format",
    { ...agent, tools: [{ native: { format: 'opnai', payload: {} } }] },
    'CX1101 d:tools.0.native.format',
    `format must be one of ${formatNames.join(', ')}, got 'opnai'`,
    "in agent 'booker'",
    "did you mean 'openai'?",
  ],
  [
    'a function for a tool',
    { ...agent, tools: [{ name: 'find', execute: 'find.js' }] },
    'CX1101 d:tools.0.execute',
    'execute would have to be a function, and data has none',
    "in tool 'find' of agent 'booker'",
    'declare this part in code',
  ],
  [
    'an instruction that is a list',
    { ...agent, instruction: ['say', 1] },
    'CX1101 d:instruction',
    'instruction must be a text, or { module }, got a list',
    "in agent 'booker'",
    null,
  ],
  [
    'a reference without a module',
    { ...agent, instruction: { export: 'say' } },
    'CX1101 d:instruction.module',
    'module is missing',
    "in agent 'booker'",
    'give a string',
  ],
  [
    'a temperature in words',
    { ...agent, generateConfig: { temperature: 'hot' } },
    'CX1101 d:generateConfig.temperature',
    "temperature must be a finite number, got 'hot'",
    "in agent 'booker'",
    null,
  ],
  [
    'a misspelt setting',
    { ...agent, generateConfig: { temprature: 1 } },
    'CX1102 d:generateConfig.temprature',
    "generateConfig has no 'temprature'",
    "in agent 'booker'",
    `did you mean 'temperature'? there are ${settings}`,
  ],
  [
    'a choice of tools',
    { ...agent, generateConfig: { toolChoice: 'any' } },
    'CX1101 d:generateConfig.toolChoice',
    "toolChoice must be one of auto, none, required, or { tool }, got 'any'",
    "in agent 'booker'",
    null,
  ],
  [
    'a budget in words',
    { ...agent, budget: '16k' },
    'CX1101 d:budget',
    "budget must be a whole number of tokens, got '16k'",
    "in agent 'booker'",
    null,
  ],
  [
    'a budget below nothing',
    { ...agent, budget: { input: -1 } },
    'CX1101 d:budget.input',
    'input must be a whole number of tokens, got -1',
    "in agent 'booker'",
    null,
  ],
  [
    'contents',
    { ...agent, includeContents: 'user_only' },
    'CX1101 d:includeContents',
    "includeContents must be one of topology, all, default, none, user-only, exclude-agents, got 'user_only'",
    "in agent 'booker'",
    "did you mean 'user-only'?",
  ],
  [
    'a code',
    { ...agent, allow: ['CX103'] },
    'CX1101 d:allow.0',
    "allow[0] must be the code of a diagnostic, got 'CX103'",
    "in agent 'booker'",
    "did you mean 'CX1003'?",
  ],
  [
    'a sub-agent',
    { ...agent, subAgents: [{ name: 'helper', identity: 'yes' }] },
    'CX1101 d:subAgents.0.identity',
    "identity must be true or false, got 'yes'",
    "in agent 'helper'",
    null,
  ],
  [
    'an answer that is a text',
    { ...agent, outputSchema: 'plan' },
    'CX1101 d:outputSchema',
    'outputSchema is a string, and no JSON Schema',
    "in agent 'booker'",
    'give JSON Schema as an object',
  ],
  [
    'an empty output key',
    { ...agent, outputKey: '' },
    'CX1101 d:outputKey',
    'outputKey is no key of the state: a key is a string, and not empty',
    "in agent 'booker'",
    null,
  ],
  [
    'an expected key of a scope that there is none of',
    { ...agent, expects: ['odd:x'] },
    'CX1101 d:expects.0',
    "expects[0] is no key of the state: 'odd:x' has a scope other than app:, user:, temp:, session:, derived:, turn:",
    "in agent 'booker'",
    null,
  ],
  [
    "a name that is somebody else's",
    inPipeline({ name: 'developer' }),
    'CX1101 d:members.0.name',
    "name is 'developer', which is the author of others' words",
    "in agent 'developer'",
    'give another name than user, developer, tool',
  ],
  [
    'an empty name',
    { name: '' },
    'CX1101 d:name',
    'name is empty',
    "in agent ''",
    'give a name that no other agent has',
  ],
]

test.each(cases)('a mistake is reported with its place: %s', (_, data, place, message, note, help) => {
  const { ok, program, diagnostics } = parseProgram(data)
  expect([ok, program]).toEqual([false, null])
  expect(diagnostics).toHaveLength(1)
  const [found] = diagnostics
  expect([`${found?.code} ${found?.at[0]}`, found?.message, found?.notes[0] ?? null, found?.help]).toEqual([
    place,
    message,
    note,
    help,
  ])
})

test('the help fits a record without fields, and nouns that begin with a vowel', () => {
  const told = (context: unknown): unknown =>
    parseProgram({ ...agent, context }).diagnostics.map(({ message, help }) => [message, help])
  const clause = { kind: 'clause', select: { by: 'all', turns: 5 } }
  expect(told(clause)).toEqual([["select has no 'turns'", 'there are none']])
  const worked = { kind: 'clause', select: { by: 'all' }, operations: ['compact'] }
  expect(told(worked)).toEqual([["operations[0] must be an operation, got 'compact'", null]])
})

test('all mistakes are reported at once, in their order', () => {
  const { diagnostics } = parseProgram({
    kind: 'pipeline',
    membrs: [],
    members: [
      { name: 'a', model: 5, tools: [{ name: '', strict: 1 }, { nam: 'x' }], budget: { input: 'x', low: 2 } },
      { kind: 'S.rename', names: { 'odd:a': 'b', c: 5 } },
      { kind: 'route', key: '', ways: [{ member: 5 }, { is: 1 }], other: { name: 'b', subAgents: [{}] } },
    ],
  })
  expect(diagnostics.map(({ code, at }) => `${code} ${at[0]}`)).toEqual([
    'CX1102 d:membrs',
    'CX1101 d:members.0.model',
    'CX1101 d:members.0.budget.input',
    'CX1101 d:members.0.budget.low',
    'CX1101 d:members.0.tools.0.name',
    'CX1101 d:members.0.tools.0.strict',
    'CX1102 d:members.0.tools.1.nam',
    'CX1101 d:members.0.tools.1.name',
    'CX1101 d:members.1.names.odd:a',
    'CX1101 d:members.1.names.c',
    'CX1101 d:members.2.key',
    'CX1101 d:members.2.ways.0.member',
    'CX1101 d:members.2.ways.0',
    'CX1101 d:members.2.ways.1.member',
    'CX1101 d:members.2.other.subAgents.0.name',
  ])
  expect(diagnostics[4]?.data).toMatchObject({ path: ['members', 0, 'tools', 0, 'name'] })
})
