import fc from 'fast-check'
import { arbitraryOperation } from '../../../../test/arbitrary/operation.ts'
import { arbitraryOrigins } from '../../../../test/arbitrary/origins.ts'
import { arbitrarySelector } from '../../../../test/arbitrary/selector.ts'
import { definitionOf } from '../../../core/context/operation/operations.ts'
import { selectorOf } from '../../../core/context/selector/selectors.ts'
import { sourceFor } from '../../../core/context/source/sources.ts'
import type { Form } from '../../../core/form/form.ts'
import { targetNames } from '../../../core/ir/target-name.ts'

type Json = Record<string, unknown>

const key = fc.constantFrom('a', 'b', 'c', 'd', 'user:e', 'temp:f', '__proto__', 'constructor')
const keys = (minLength = 0) => fc.uniqueArray(key, { minLength, maxLength: 3 })
const anyKey = fc.oneof(key, fc.constantFrom('session:g', 'derived:h', 'turn:i'))
const anyKeys = fc.uniqueArray(anyKey, { maxLength: 3 })
const word = fc.constantFrom('', 'x', 'Be brief.', 'Use {a} and {b?}.', '\ud800', '{"a": 1}')
const value = fc.constantFrom<unknown>('', 'x', 0, 7.5, true, null, [], ['x', { y: 1 }], { z: null })
const bag = fc.constantFrom<unknown>({}, { a: 1 }, JSON.parse('{"__proto__":{"b":[]}}'))

const some = <Shape extends Record<string, fc.Arbitrary<unknown>>>(
  shape: Shape,
  ...requiredKeys: (keyof Shape & string)[]
) => fc.record(shape, { requiredKeys }) as fc.Arbitrary<Json>

const format = fc.constantFrom(...targetNames)
const extra = some({ format, fields: bag }, 'format', 'fields')
const schema = fc.constantFrom<unknown>(
  {},
  { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
  { enum: ['x'] },
)
const tool = fc.oneof(
  some(
    {
      name: fc.constantFrom('search', 'book', 'x y'),
      description: word,
      parameters: schema,
      strict: fc.boolean(),
      reads: anyKeys,
      writes: anyKeys,
      expands: fc.boolean(),
      extra,
    },
    'name',
  ),
  some({ native: some({ format, payload: bag }, 'format', 'payload') }, 'native'),
)
const instruction = fc.oneof(
  { weight: 4, arbitrary: word },
  {
    weight: 1,
    arbitrary: some({ module: word, export: word, args: fc.array(value, { maxLength: 2 }) }, 'module'),
  },
)
const tokens = fc.constantFrom(0, 1, 16_000)

const name = fc.constantFrom('a', 'b', 'agent')
const names = fc.array(name, { minLength: 1, maxLength: 2 })
const someOf = (item: fc.Arbitrary<unknown>) => fc.oneof(item, fc.array(item, { minLength: 1, maxLength: 2 }))
const count = fc.constantFrom(1, 3, 500)
const paths = fc.array(fc.constantFrom('a', 'items.*.id'), { minLength: 1, maxLength: 2 })
const asked = fc.constantFrom('search', 'x y')
const by = <Of extends string>(kind: Of) => fc.constant(kind)

/** Nodes of which any field may be absent that their form does not need. */
const withLess = <Node extends object>(
  nodes: fc.Arbitrary<Node>,
  formOf: (node: Node) => Form,
): fc.Arbitrary<Node> =>
  nodes.chain(node => {
    const { takes = {}, usual = {}, rule } = formOf(node)
    const spare = Object.entries(node)
      .filter(([field, said]) => field in takes && (rule === undefined || usual[field] === said))
      .map(([field]) => field)
    return fc
      .subarray(spare)
      .map(
        gone => Object.fromEntries(Object.entries(node).filter(([field]) => !gone.includes(field))) as Node,
      )
  })

const selector = withLess(
  arbitrarySelector().filter(({ by }) => by !== 'none'),
  select => selectorOf(select).form,
)
const operation = withLess(arbitraryOperation(), one => definitionOf(one).form)
const operations = fc.uniqueArray(operation, { maxLength: 2, selector: ({ op }) => op })
const both = { tier: fc.constantFrom('critical', 'important', 'supplementary', 'archive'), when: anyKeys }
const clauseWith = (orElse: fc.Arbitrary<Json>) =>
  some(
    {
      ...{ kind: by('clause'), select: selector, ...both, operations, orElse },
      ...{ atLeast: fc.constantFrom(1, 100), atMost: fc.constantFrom(100, 2000) },
    },
    'kind',
    'select',
  ).map(sensible)

/** Without what is nonsense together. */
function sensible(made: unknown): Json {
  const { atLeast, atMost, operations: done, ...rest } = made as Record<string, unknown>
  const { tier = 'important', select } = rest as {
    readonly tier?: string
    readonly select: { readonly by: string }
  }
  const mayNotSummarize =
    tier !== 'important' || atMost !== undefined || ['window', 'last', 'recent'].includes(select.by)
  const operations = (done as { readonly op: string }[] | undefined)?.filter(
    ({ op }) => op !== 'summarize' || !mayNotSummarize,
  )
  const kept = {
    ...(atLeast !== undefined && { atLeast }),
    ...(operations !== undefined && { operations }),
  }
  if (rest.tier === 'archive') return rest as Json
  const most = atMost !== undefined && rest.tier !== 'critical' && { atMost }
  return { ...rest, ...kept, ...most } as Json
}

const clause = fc.oneof(
  { weight: 6, arbitrary: clauseWith(clauseWith(fc.constant({ kind: 'clause', select: { by: 'all' } }))) },
  {
    weight: 1,
    arbitrary: some(
      { kind: by('clause'), select: fc.constant({ by: 'none' }), when: anyKeys },
      'kind',
      'select',
    ),
  },
)
const from = withLess(
  // Data has no functions.
  arbitraryOrigins().filter(({ source }) => source !== 'text'),
  origins => sourceFor(origins).form,
)
const source = some({ kind: by('source'), from, ...both, atMost: count }, 'kind', 'from')
const piece = fc.oneof(clause, source)
const pieces = fc.array(piece, { minLength: 1, maxLength: 2 })
const context = fc.oneof(piece, pieces, fc.array(fc.oneof(piece, pieces), { minLength: 1, maxLength: 2 }))
const fields = {
  model: fc.constantFrom('gpt-5.4', 'claude-sonnet-5', ''),
  description: word,
  identity: fc.boolean(),
  instruction,
  globalInstruction: instruction,
  staticInstruction: fc.oneof(word, fc.array(some({ text: word, extra }, 'text'), { maxLength: 2 })),
  instructionOrder: fc.subarray(['global', 'identity', 'agent', 'schema', 'transfer']),
  // Two tools of one name are refused, and the JSON Schema cannot say so.
  tools: fc.uniqueArray(tool, { maxLength: 2, selector: each => ('name' in each ? each.name : each) }),
  allowTransfer: some({ parent: fc.boolean(), peers: fc.boolean() }),
  outputKey: key,
  outputSchema: fc.oneof(
    schema,
    some({ name: word, description: word, schema, strict: fc.boolean() }, 'schema'),
  ),
  expects: anyKeys,
  includeContents: fc.constantFrom('topology', 'all', 'default', 'none', 'user-only', 'exclude-agents'),
  context,
  budget: fc.oneof(
    tokens,
    some({ input: tokens, output: tokens, low: fc.constantFrom(0, 0.5, 1), aim: fc.constant(0) }),
  ),
  generateConfig: some({
    temperature: fc.constantFrom(0, 0.5),
    topP: fc.constantFrom(1),
    topK: fc.constantFrom(40),
    maxOutputTokens: tokens,
    stopSequences: fc.array(word, { maxLength: 2 }),
    seed: fc.constantFrom(-1, 7),
    presencePenalty: fc.constantFrom(0.1),
    frequencyPenalty: fc.constantFrom(0.1),
    toolChoice: fc.oneof(fc.constantFrom('auto', 'none', 'required'), some({ tool: word }, 'tool')),
    parallelToolCalls: fc.boolean(),
    reasoningEffort: word,
  }),
  allow: fc.subarray(['CX1001', 'CX4003']),
  extra,
}

const values = fc.dictionary(key, value, { maxKeys: 3, noNullPrototype: true })

/** Agents, groups and steps, each as JSON holds it. */
const all = fc.letrec<Record<'member' | 'agent' | 'group' | 'step', Json>>(tie => {
  const members = fc.array(tie('member'), { minLength: 1, maxLength: 3 })
  const kind = <Kind extends string>(...kinds: Kind[]) => fc.constantFrom(...kinds)
  return {
    member: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'member' },
      { weight: 4, arbitrary: tie('agent') },
      { weight: 3, arbitrary: tie('step') },
      { weight: 3, arbitrary: tie('group') },
    ),
    agent: some(
      {
        name: fc.constantFrom('a', 'b', 'c', 'x "y" <z>'),
        ...fields,
        subAgents: fc.oneof(
          { maxDepth: 2, depthIdentifier: 'agent' },
          { weight: 4, arbitrary: fc.constant([]) },
          { weight: 1, arbitrary: fc.array(tie('agent'), { maxLength: 2 }) },
        ),
      },
      'name',
    ).map(({ includeContents, ...agent }) =>
      'context' in agent || includeContents === undefined ? agent : { ...agent, includeContents },
    ),
    group: fc.oneof(
      some({ kind: kind('pipeline', 'parallel', 'fallback'), members }, 'kind', 'members'),
      some(
        { kind: kind('loop'), max: fc.constantFrom(1, 3), until: fc.constant(null), members },
        'kind',
        'max',
        'members',
      ),
      some(
        {
          kind: kind('route'),
          key,
          ways: fc.array(some({ is: value, member: tie('member') }, 'is', 'member'), { maxLength: 2 }),
          other: fc.option(tie('member')),
        },
        'kind',
        'key',
        'ways',
      ),
      some(
        { kind: kind('mapOver'), key, item: key, into: key, member: tie('member') },
        'kind',
        'key',
        'into',
        'member',
      ),
    ),
    step: fc.oneof(
      { maxDepth: 2, depthIdentifier: 'step' },
      some({ kind: kind('S.set', 'S.defaults'), values }, 'kind', 'values'),
      some({ kind: kind('S.drop', 'S.require'), keys: keys() }, 'kind', 'keys'),
      some({ kind: kind('S.pick'), keys: keys(1) }, 'kind', 'keys'),
      some(
        {
          kind: kind('S.rename'),
          names: fc
            .tuple(keys(), fc.shuffledSubarray(['a', 'b', 'c', 'user:e'], { minLength: 3 }))
            .map(([from, to]) => Object.fromEntries(from.map((old, index) => [old, to[index]]))),
        },
        'kind',
        'names',
      ),
      some({ kind: kind('S.capture'), key }, 'kind', 'key'),
      some({ kind: kind('S.merge'), keys: keys(1), into: key, separator: word }, 'kind', 'keys', 'into'),
      some({ kind: kind('S.log'), keys: keys(), label: word }, 'kind'),
      some({ kind: kind('S.pipe'), steps: fc.array(tie('step'), { maxLength: 2 }) }, 'kind', 'steps'),
    ),
  }
})

/** A program as a file holds it. */
export const someData: fc.Arbitrary<Json> = fc
  .tuple(fc.oneof(all.agent, all.group), fc.boolean())
  .map(([program, names]) => (names ? { $schema: './program.json', ...program } : program))
  .map(program => JSON.parse(JSON.stringify(program)) as Json)

// No `__proto__`: ajv takes it for a field that is known.
const words = [
  'name',
  'kind',
  'members',
  'member',
  'key',
  'model',
  'tools',
  'native',
  'schema',
  'until',
  'when',
  'execute',
  'executors',
  'extra',
  '$schema',
  'context',
  'includeContents',
  'select',
  'orElse',
  'atMost',
  'turns',
  'query',
  'keep',
]
const kinds = [
  'clause',
  'source',
  'window',
  'none',
  'compact',
  'pipeline',
  'loop',
  'route',
  'mapOver',
  'tap',
  'S.set',
  'S.pipe',
  'S.guard',
  'agent',
  'state',
]
const junk = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    1e300,
    '',
    'x',
    'bad:key',
    'app:',
    'turn:k',
    'user',
    'developer',
    'tool',
    'CX1003',
    [],
    {},
    ['a'],
    [[]],
    { name: 'z' },
    { a: 1 },
    { by: 'none' },
    { kind: 'clause', select: { by: 'all' } },
    [{ op: 'dedupe', which: 'exact' }],
  ),
  fc.constantFrom(...kinds),
)

/** One change to a program somewhere in it. */
export const someChange = fc.record({
  where: fc.nat(),
  how: fc.constantFrom('replace', 'remove', 'add', 'rename', 'twice'),
  with: junk,
  word: fc.constantFrom(...words),
})

/** The same with one thing changed in it. */
export function changed(data: Json, change: typeof someChange extends fc.Arbitrary<infer One> ? One : never) {
  const copy = JSON.parse(JSON.stringify(data)) as Json
  const spots: [Json | unknown[], string | number][] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    for (const step of Object.keys(node)) {
      spots.push([node as Json, Array.isArray(node) ? Number(step) : step])
      visit((node as Json)[step])
    }
  }
  visit(copy)
  const [node, step] = spots[change.where % spots.length] ?? [copy, 'name']
  const put = (name: string | number, item: unknown): void => {
    // As JSON.parse does: `__proto__` is a key like any other.
    Object.defineProperty(node, name, { value: item, enumerable: true, configurable: true, writable: true })
  }
  const held = (node as Json)[step]
  if (change.how === 'replace') put(step, change.with)
  else if (Array.isArray(node)) {
    if (change.how === 'remove') node.splice(Number(step), 1)
    else node.push(change.how === 'twice' ? held : change.with)
  } else {
    if (change.how === 'remove' || change.how === 'rename') delete node[step]
    if (change.how === 'rename' || change.how === 'twice') put(change.word, held)
    if (change.how === 'add') put(change.word, change.with)
  }
  return copy
}
