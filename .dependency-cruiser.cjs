// The one-way layers: a folder of src/ imports from its own level or from levels above it in this list.
const levels = [
  ['diag', 'ir', 'text', 'trust'],
  ['session', 'count', 'agent', 'state', 'context', 'protect', 'remember'],
  ['from', 'data', 'lower', 'pass', 'budget', 'cache', 'map'],
  ['target'],
  ['effect', 'compile'],
  [
    'check',
    'explain',
    'memory',
    'live',
    'run',
    'store',
    'ai-sdk',
    'langchain',
    'openai-agents',
    'cli',
    'testing',
  ],
]
const inside = folders => `^src/(${folders.join('|')})/`

const layers = levels.slice(0, -1).map((level, i) => ({
  name: `layer-${i + 1}`,
  comment: `${level.join(', ')}: imports from a higher layer`,
  severity: 'error',
  from: { path: inside(level) },
  to: { path: [inside(levels.slice(i + 1).flat()), '^src/index[.]ts$'] },
}))

// Every file lies in a folder that a layer names: one rule each for files that import, are imported, do neither.
const outside = { path: '^src/', pathNot: [inside(levels.flat()), '^src/index[.]ts$'] }
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
