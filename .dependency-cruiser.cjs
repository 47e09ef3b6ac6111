// The one-way layers: a room of src/ imports from its own level or from levels above it in this list. A room is a folder
// and those below it that are no rooms themselves.
const levels = [
  ['ir', 'testing/fake'],
  ['text'],
  ['asset'],
  ['count', 'diag', 'schema', 'trust', 'validate', 'session/unit'],
  ['session', 'session/view', 'effect', 'map', 'context/json'],
  ['state', 'store', 'protect'],
  ['pass', 'template'],
  ['context/definition', 'context/relevant', 'remember'],
  [
    'context/operation/compact',
    'context/operation/dedupe',
    'context/operation/project',
    'context/operation/render',
    'context/operation/truncate',
    'context/selector',
    'context/source',
  ],
  ['context/operation'],
  ['context/policy'],
  ['agent', 'context/functions', 'context/selection'],
  ['cache', 'context', 'from'],
  ['lower'],
  ['program', 'target'],
  ['data'],
  ['compile'],
  ['adapter', 'compile/answer', 'explain', 'memory', 'models', 'testing'],
  ['run'],
  [
    'ai-sdk',
    'chat',
    'check',
    'cli',
    'langchain',
    'live',
    'mcp',
    'models/ai-sdk',
    'openai-agents',
    'otel',
    'preview',
  ],
]
const rooms = levels.flat()

const pathOf = room => {
  const inner = rooms.filter(other => other.startsWith(`${room}/`)).map(other => other.slice(room.length + 1))
  return inner.length === 0 ? `^src/${room}/` : `^src/${room}/(?!(?:${inner.join('|')})/)`
}
const inside = some => some.map(pathOf)

const layers = levels.slice(0, -1).map((level, i) => ({
  name: `layer-${i + 1}`,
  comment: `${level.join(', ')}: imports from a higher layer`,
  severity: 'error',
  from: { path: inside(level) },
  to: { path: [...inside(levels.slice(i + 1).flat()), '^src/[^/]+[.]ts$'] },
}))

// Every file lies in a folder that a layer names: one rule each for files that import, are imported, do neither.
const outside = { path: '^src/', pathNot: [...inside(rooms), '^src/[^/]+[.]ts$'] }
const unknown = [
  { from: outside, to: {} },
  { from: {}, to: outside },
  { from: { ...outside, orphan: true }, to: {} },
].map(rule => ({ name: 'no-unknown-folder', severity: 'error', ...rule }))

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...layers,
    ...unknown,
    {
      name: 'testing-without-rules',
      comment:
        'the fake providers must not share the rule tables: two implementations, or the fake proves nothing',
      severity: 'error',
      from: { path: '^src/testing/' },
      to: { path: '^src/target/' },
    },
    ...['responses', 'chat'].map((api, i, both) => ({
      name: `openai-${api}-alone`,
      comment: 'the two APIs of OpenAI share code by target/openai/shared only',
      severity: 'error',
      from: { path: `^src/target/openai/${api}/` },
      to: { path: `^src/target/openai/${both[1 - i]}/` },
    })),
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '[.]test(-d)?[.]ts$' }, // tests may import anything
    tsPreCompilationDeps: true, // type-only imports count
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}
