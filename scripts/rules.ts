// Writes docs/rules.md from the rule tables of the targets; `--check` fails when it is stale. Either fails on a page that
// names a rule which is not there.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TargetName } from '../src/core/ir/target-name.ts'
import { allTargets } from '../src/core/vendor/all-targets.ts'
import { root } from './entries.ts'
import { targetFolder } from './target-folder.ts'

/** Rule about the history or the model. No request body alone can break it, so no table contains it. */
type Beyond = readonly [id: string, title: string, how: string, source: string]

/** Texts about a target that its rules do not contain. */
interface Words {
  /** Name of the API, without the vendor's name. */
  readonly title?: string
  readonly beyond?: readonly Beyond[]
}

const guides = 'https://developers.openai.com/api/docs/guides'
const docs = 'https://platform.claude.com/docs/en'

/** Texts about targets, in the order of the document. Targets without a text come last. */
const words: Readonly<Partial<Record<TargetName, Words>>> = {
  'openai-chat': { title: 'Chat Completions' },
  openai: {
    title: 'Responses',
    beyond: [
      [
        'R5',
        'reasoning is read only by models that can',
        'left out for other models (CX7007)',
        `${guides}/reasoning`,
      ],
      [
        'R24',
        'reasoning of GPT-6.2 and later is bound to everything before it',
        'left out where that changed (CX7007)',
        `${guides}/preserved-reasoning`,
      ],
      [
        'R13',
        "the input is no longer than the model's window",
        'the budget (CX4001, CX4003)',
        'https://github.com/openai/openai-node/blob/master/src/resources/responses/responses.ts',
      ],
    ],
  },
  anthropic: {
    title: 'Messages',
    beyond: [
      [
        'A23',
        "the input is no longer than the model's window",
        'the budget (CX4001, CX4003)',
        `${docs}/build-with-claude/context-windows`,
      ],
      [
        'A25',
        'thinking is bound to everything before it',
        'left out where that changed (CX7007)',
        'https://github.com/langchain-ai/deepagents/issues/6300',
      ],
      [
        'A26',
        'thinking is read only by models that can',
        'left out for other models (CX7007)',
        'https://github.com/vybestack/llxprt-code/issues/2335',
      ],
    ],
  },
  gemini: {
    title: 'generateContent',
    beyond: [
      [
        'G7',
        'a call that no signature came with says so',
        'a sentinel on the first call of every step, on models that look for one',
        'https://ai.google.dev/gemini-api/docs/thought-signatures',
      ],
      [
        'G13',
        "the input is no longer than the model's window",
        'the budget (CX4001, CX4003)',
        'https://ai.google.dev/gemini-api/docs/long-context',
      ],
      [
        'G14',
        'a signature is read only by the model that made it',
        'left out for other models (CX7007)',
        'https://docs.apiyi.com/en/faq/gemini-thought-signature-missing',
      ],
    ],
  },
  text: { title: 'Roles and words' },
  'ai-sdk': {
    title: 'AI SDK',
    beyond: [
      [
        'S21',
        "reasoning and signatures are read only by their provider's models",
        'left out for other models (CX7007)',
        'https://ai-sdk.dev/docs/ai-sdk-core/generating-text',
      ],
    ],
  },
}

const parts = (Object.keys({ ...words, ...allTargets }) as TargetName[]).map(name => {
  const { label, rules } = allTargets[name]
  const { title = label, beyond = [] } = words[name] ?? {}
  return { title: `${title} (\`${name}\`)`, file: `${targetFolder(name)}/rules.ts`, rows: rules.rows, beyond }
})

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const number = (id: string): number => Number(id.slice(1))

/** A link that says where it leads. */
function link(source: string): string {
  const url = URL.parse(source)
  if (url === null) return cell(source)
  const issue = /^\/([^/]+\/[^/]+)\/(?:issues|pull)\/(\d+)/.exec(url.pathname)
  const name = url.pathname.split('/').filter(Boolean).at(-1) ?? ''
  if (url.hostname === 'github.com' && issue) return `[${issue[1]}#${issue[2]}](${source})`
  return `[${url.hostname === 'github.com' ? '' : `${url.hostname}: `}${cell(name)}](${source})`
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(line)].join('\n')
}

function section({ title, file, rows, beyond }: (typeof parts)[number]): string {
  const sorted = [...rows].sort((left, right) => number(left.id) - number(right.id))
  const own = table(
    ['rule', 'what it demands', 'repaired', 'checked by', 'source'],
    sorted.map(row => [
      row.id,
      cell(row.title),
      row.fix ? 'yes' : '',
      row.check ? 'its row' : 'the automaton',
      link(row.source),
    ]),
  )
  const others = table(
    ['rule', 'what it demands', 'kept by', 'source'],
    beyond.map(([id, demand, how, source]) => [id, cell(demand), how, link(source)]),
  )
  const more =
    beyond.length === 0 ? '' : `\n\nAbout more than the body, so kept while the request is made:\n\n${others}`
  return `## ${title}\n\nFrom \`${file}\`.\n\n${own}${more}\n`
}

const page = `# Rules

<!-- Written by \`npm run rules\`: do not edit. -->

These tables list the demands of each API on a request body, as far as they are documented or were seen on the wire. Each row is a
rule of the compiler. Most damage never reaches these rules, because the compiler repairs calls, ids, arguments and schemas while it
writes the request. A rule marked as repaired has a fix, which runs on the finished request. Then the compiler checks every rule. An
automaton that walks the messages once checks the rules about order; every other rule has a check of its own. A broken rule is the
error \`CX7016\`, and there is no request.

${parts.map(section).join('\n')}`

process.chdir(root)
const path = join('docs', 'rules.md')
const read = (): string | null => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
const ids = parts.flatMap(({ rows, beyond }) => [...rows.map(({ id }) => id), ...beyond.map(([id]) => id)])
const wrong = ids.filter((id, index) => ids.indexOf(id) !== index).map(id => `${id} is there twice`)
const letters = [...new Set(ids.map(id => id.replace(/\d+$/, '')))]
const named = new RegExp(`\\b(?:${letters.join('|')})\\d+\\b`, 'g')
for (const file of globSync(['src/core/diag/explain/*.md', 'docs/guide.md', '*.md']))
  for (const [id] of readFileSync(file, 'utf8').matchAll(named))
    if (!ids.includes(id)) wrong.push(`${file} names ${id}, which is no rule`)
for (const { file } of parts) if (!existsSync(file)) wrong.push(`there is no ${file}`)
for (const line of wrong) console.error(line)
if (wrong.length > 0) process.exit(1)

const count = parts.reduce((sum, { rows }) => sum + rows.length, 0)
if (!process.argv.includes('--check')) {
  writeFileSync(path, page)
  console.log(`rules: ${count} rows written to ${path}`)
} else if (read() !== page) {
  console.error(`${path} is stale: npm run rules`)
  process.exit(1)
} else console.log(`rules: ${count} rows, ${path} is up to date`)
