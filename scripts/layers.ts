// Runs dependency-cruiser. Fails if the tool missed a source file, or if a folder has no line about its purpose.
import { existsSync, globSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cruise, type ICruiseOptions, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { isTest, root } from './entries.ts'

process.chdir(root)
const config = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
  forbidden: IForbiddenRuleType[]
  options: ICruiseOptions
}
const result = await cruise(
  ['src'],
  { ...config.options, validate: true, ruleSet: { forbidden: config.forbidden } },
  undefined,
  { tsConfig: extractTSConfig('tsconfig.json') },
)
const { modules, summary } = result.output as ICruiseResult

const seen = new Set(modules.map(module => module.source))
const sources = globSync('src/**/*.ts').filter(file => !isTest(file))
const unseen = sources.filter(file => !seen.has(file))
const edges = summary.totalDependenciesCruised ?? 0
for (const file of unseen) console.error(`unseen ${file}`)
for (const { rule, from, to, cycle } of summary.violations)
  console.error(`${rule.name} ${[from, ...(cycle?.map(step => step.name) ?? [to])].join(' -> ')}`)

const folders = new Set(
  sources.map(file => file.slice(0, file.lastIndexOf('/'))).filter(folder => folder !== 'src'),
)
const nameless = [...folders].filter(folder => !existsSync(`${folder}/README.md`))
for (const folder of nameless)
  console.error(`${folder}/README.md is missing: one line that says what the folder is for`)

const blind = sources.length === 0 || edges === 0 || unseen.length > 0
if (blind) console.error('layers: the tool is blind (no modules, no dependencies, or files unseen)')
console.log(
  `layers: ${sources.length} modules, ${edges} dependencies, ${summary.violations.length} violations`,
)
if (blind || nameless.length > 0 || summary.violations.length > 0) process.exit(1)
