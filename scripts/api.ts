// Compares the public types of each entry point with its report in api/; `--update` rewrites the reports. Fails on a
// type that a public signature names and no entry point exports.
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'
import { ensureBuilt } from './built.ts'
import { entries, root } from './entries.ts'

process.chdir(root)
ensureBuilt()
const update = process.argv.includes('--update')
const kept = join(root, 'api')
const fresh = join(root, 'node_modules/.cache/api')
for (const folder of [kept, fresh]) mkdirSync(folder, { recursive: true })

let failed = 0
/** Intermediate types of an exported type. Users never write them. */
const inner = new Set([
  ...['catalogue', 'Given', 'OfModel', 'Piped', 'Readable'],
  // Keys of an agent's declaration, and types of a builder's arguments.
  ...[
    'ReadsOf',
    'Expected',
    'Output',
    'Remembered',
    'ToolWrites',
    'ExpectedBy',
    'Child',
    'NeededBy',
    'AnswerOf',
    'Typed',
    'Spelt',
    'ContentsBeside',
    'TemplateKeys',
    'Said',
  ],
  ...['FittingEach', 'Steps', 'Context', 'ContextOfOne', 'Standing', 'Row'],
  // State of conditions.
  ...['StateValues', 'ValuesOf', 'EntryOf'],
])
/** Types that an entry point names but does not export, and the entry points that export each of them. */
const missing: { readonly id: string; readonly symbol: string }[] = []
const exported = new Set<string>()
const reports = new Set<string>()
for (const { id, name } of entries) {
  const report = `${name.replaceAll('/', '-')}.api.md`
  reports.add(join('api', report))
  const types = join(root, 'dist', `${name}.d.ts`)
  const config = ExtractorConfig.prepare({
    packageJsonFullPath: join(root, 'package.json'),
    configObjectFullPath: undefined,
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: types,
      newlineKind: 'lf',
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            module: 'nodenext',
            target: 'es2023',
            lib: ['es2023'],
            types: ['node'],
            strict: true,
            skipLibCheck: true,
          },
          files: [types],
        },
      },
      apiReport: { enabled: true, reportFileName: report, reportFolder: kept, reportTempFolder: fresh },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        extractorMessageReporting: {
          default: { logLevel: ExtractorLogLevel.Warning },
          // Everything exported is public. This tool does not check whether it is documented.
          'ae-missing-release-tag': { logLevel: ExtractorLogLevel.None },
          'ae-undocumented': { logLevel: ExtractorLogLevel.None },
          // Another entry point may export the type, which is checked below.
          'ae-forgotten-export': { logLevel: ExtractorLogLevel.Warning },
        },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
  })
  for (const symbol of exportsOf(readFileSync(types, 'utf8'))) exported.add(symbol)
  const result = Extractor.invoke(config, {
    localBuild: update,
    messageCallback(message) {
      // Greetings of the tool are hidden. A changed report is shown below as a diff.
      if (message.category === 'console') message.handled = true
      if (message.messageId !== 'ae-forgotten-export') return
      message.handled = true
      const symbol = /The symbol "([^"]+)"/.exec(message.text)?.[1]
      if (symbol) missing.push({ id, symbol: symbol.replace(/(_\d+|[$]\d+)$/, '') })
    },
  })
  // A warning fails the check only if it is about a type that is not exported, see below.
  const good = result.errorCount === 0 && (update || !result.apiReportChanged)
  const word = result.apiReportChanged ? (update ? 'written' : 'CHANGED') : good ? 'ok' : 'FAILED'
  console.log(`${word} ${id} (api/${report})`)
  if (good) continue
  failed++
  try {
    execFileSync('git', ['--no-pager', 'diff', '--no-index', join('api', report), join(fresh, report)], {
      stdio: 'inherit',
    })
  } catch {} // git exits with 1 when the files differ
}

const forgotten = missing.filter(({ symbol }) => !exported.has(symbol) && !inner.has(symbol))
for (const { id, symbol } of forgotten)
  console.error(`FORGOTTEN ${id}: '${symbol}' is named, and no entry point exports it`)

for (const file of globSync('api/*.api.md')) {
  if (reports.has(file)) continue
  if (update) rmSync(file)
  else failed++
  console.log(`${update ? 'removed' : 'STALE'} ${file}: no such entry point`)
}
if (failed > 0) {
  console.error(`api: ${failed} of ${entries.length} differ; if that is meant: npm run api:update`)
  process.exit(1)
}
if (forgotten.length > 0) process.exit(1)

/** Names that a bundled declaration file exports; one list at the file's end contains all of them. */
function exportsOf(source: string): string[] {
  return [...source.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list]) =>
    list!
      .split(',')
      .map(item => item.trim().split(' ').at(-1)!)
      .filter(Boolean),
  )
}
