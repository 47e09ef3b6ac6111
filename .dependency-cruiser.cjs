// The one-way layers. Houses: each imports from itself and from those that it names.
const houses = {
  core: [],
  run: ['core'],
  live: ['core', 'run'],
  testing: ['core', 'run', 'live'],
  cli: ['core', 'run', 'live', 'testing'],
}

// Rooms of each house: a room imports from its own level or from levels above it in this list. A room is a folder and
// those below it that are no rooms themselves; `*` is any folder.
const levels = {
  core: [
    ['ir'],
    ['text', 'vendor/*/rows', 'vendor/rows'],
    ['asset'],
    ['count', 'diag', 'form', 'schema', 'trust', 'session/unit'],
    ['session', 'session/view', 'effect', 'map', 'context/json'],
    ['state', 'protect'],
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
    ['vendor/*/read'],
    ['from/langchain', 'from/adk', 'from/plain'],
    ['lower'],
    ['program', 'target'],
    ['vendor/ai-sdk/forms'],
    ['vendor/*/write', 'target/text'],
    ['vendor'],
    ['compile'],
    ['compile/answer', 'adapter', 'explain'],
    ['adapter/*'],
  ],
  run: [['store', 'models'], ['remember', 'vendor/*', 'memory'], ['runner'], ['chat', 'mcp', 'otel', 'dbos']],
  live: [['.']],
  testing: [['fake'], ['.']],
  cli: [['data'], ['check', 'explain', 'preview'], ['.']],
}

const rooms = Object.entries(levels).flatMap(([house, floors]) =>
  floors.flatMap((names, floor) =>
    names.map(name => ({ house, floor, path: name === '.' ? house : `${house}/${name}` })),
  ),
)
const pattern = path => path.replaceAll('*', '[^/]+')
const fits = (part, other) => part === other || part === '*' || other === '*'
/** Matches the files of a room, but for those of rooms in it or with a name of their own, where its own has a `*`. */
function pathOf({ path }) {
  const parts = path.split('/')
  const below = rooms
    .map(other => other.path.split('/'))
    .filter(other => other.length > parts.length && parts.every((part, i) => fits(part, other[i])))
    .map(other => other.slice(parts.length).map(pattern).join('/'))
  const named = rooms
    .map(other => other.path)
    .filter(other => other !== path && new RegExp(`^${pattern(path)}$`).test(other) && !other.includes('*'))
  const not = names => (names.length === 0 ? '' : `(?!(?:${names.join('|')})/)`)
  return `^src/${not(named)}${pattern(path)}/${not(below)}`
}

const layers = Object.entries(levels).flatMap(([house, floors]) =>
  floors.slice(0, -1).map((names, floor) => ({
    name: `layer-${house}-${floor + 1}`,
    comment: `${names.join(', ')}: imports from a higher layer of ${house}`,
    severity: 'error',
    from: { path: rooms.filter(room => room.house === house && room.floor === floor).map(pathOf) },
    to: { path: rooms.filter(room => room.house === house && room.floor > floor).map(pathOf) },
  })),
)

const between = Object.entries(houses).map(([house, known]) => ({
  name: `house-${house}`,
  comment: `${house} imports ${known.length === 0 ? 'no other house' : `no house but ${known.join(', ')}`}`,
  severity: 'error',
  from: { path: `^src/${house}/` },
  to: { path: '^src/', pathNot: [house, ...known].map(name => `^src/${name}/`) },
}))

// Every file lies in a folder that a layer names: one rule each for files that import, are imported, do neither.
const outside = { path: '^src/', pathNot: [...rooms.map(pathOf), '^src/[^/]+[.]ts$'] }
const unknown = [
  { from: outside, to: {} },
  { from: {}, to: outside },
  { from: { ...outside, orphan: true }, to: {} },
].map(rule => ({ name: 'no-unknown-folder', severity: 'error', ...rule }))

// Files that ask what a reader may see, or make protections of their own.
const asksLens = [
  'core/compile/agent-lens',
  'core/compile/agent-lenses',
  'core/remember/shared',
  'core/remember/store/memories-of',
  'core/adapter/own-values',
  'run/chat/chat-options',
  'run/runner/assert-input',
  'run/runner/tools/guard-arguments',
  'run/runner/tools/tool-result',
  'live/session/protected-log',
  'cli/sessions/shown-record',
].map(file => `^src/${file}[.]ts$`)

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...between,
    ...layers,
    ...unknown,
    {
      name: 'fake-alone',
      comment:
        'the fake providers share types of the core only: two implementations, or the fake proves nothing',
      severity: 'error',
      from: { path: '^src/testing/fake/' },
      to: { path: '^src/', pathNot: '^src/(testing/fake|core/ir)/' },
    },
    {
      name: 'testing-without-rules',
      comment:
        'the fake providers must not share the rule tables: two implementations, or the fake proves nothing',
      severity: 'error',
      from: { path: '^src/testing/' },
      to: { path: '^src/core/(target|vendor)/' },
    },
    {
      name: 'one-lens',
      comment:
        'what a reader may see is asked at core/protect/lens, by these files alone: a door more is a leak more',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/core/protect/', ...asksLens] },
      to: { path: '^src/core/protect/' },
    },
    ...['responses', 'chat'].map((api, i, both) => ({
      name: `openai-${api}-alone`,
      comment: 'the two APIs of OpenAI share code by write/shared only',
      severity: 'error',
      from: { path: `^src/core/vendor/openai/write/${api}/` },
      to: { path: `^src/core/vendor/openai/write/${both[1 - i]}/` },
    })),
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '[.]test(-d)?[.]ts$|/test/' }, // tests may import anything
    tsPreCompilationDeps: true, // type-only imports count
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}
