// Writes docs/rules.md from the rule tables of the targets; `--check` fails when it is stale. Either fails on a page that
// names a rule which is not there.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rules as aiSdk } from '../src/target/ai-sdk/rules.ts'
import { rules as anthropic } from '../src/target/anthropic/rules.ts'
import { rules as gemini } from '../src/target/gemini/rules.ts'
import { rules as chat } from '../src/target/openai/chat/rules.ts'
import { rules as openai } from '../src/target/openai/responses/rules.ts'
import { rules as text } from '../src/target/text/rules.ts'
import { root } from './entries.ts'

/** What the document needs of a row. */
interface Row {
  readonly id: string
  readonly title: string
  readonly source: string
  readonly fix?: unknown
  readonly check?: unknown
}

/** A rule about the history or the model: no body by itself breaks it, so it has no row in a table. */
type Beyond = readonly [id: string, title: string, how: string, source: string]

interface Part {
  readonly title: string
  readonly file: string
  readonly rows: readonly Row[]
  readonly beyond: readonly Beyond[]
}

const guides = 'https://developers.openai.com/api/docs/guides'
const docs = 'https://platform.claude.com/docs/en'

const parts: readonly Part[] = [
  {
    title: 'Chat Completions (`openai-chat`)',
    file: 'src/target/openai/chat/rules.ts',
    rows: chat.rows,
    beyond: [],
  },
  {
    title: 'Responses (`openai`)',
    file: 'src/target/openai/responses/rules.ts',
    rows: openai.rows,
    beyond: [
      [
        'R5',
        'reasoning is read only by models that can',
        'left out for other models (CX7007)',
        `${guides}/reasoning`,
      ],
      [
        'R13',
        "the input is no longer than the model's window",
        'the budget (CX4001, CX4003)',
        'https://github.com/openai/openai-node/blob/master/src/resources/responses/responses.ts',
      ],
    ],
  },
  {
    title: 'Messages (`anthropic`)',
    file: 'src/target/anthropic/rules.ts',
    rows: anthropic.rows,
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
  {
    title: 'generateContent (`gemini`)',
    file: 'src/target/gemini/rules.ts',
    rows: gemini.rows,
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
  {
    title: 'Roles and words (`text`)',
    file: 'src/target/text/rules.ts',
    rows: text.rows,
    beyond: [],
  },
  {
    title: 'AI SDK (`ai-sdk`)',
    file: 'src/target/ai-sdk/rules.ts',
    rows: aiSdk.rows,
    beyond: [
      [
        'S20',
        "reasoning and signatures are read only by their provider's models",
        'left out for other models (CX7007)',
        'https://ai-sdk.dev/docs/ai-sdk-core/generating-text',
      ],
    ],
  },
]

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

function section({ title, file, rows, beyond }: Part): string {
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

What each API demands of a request body, as far as it is documented or was met on the wire. Each row is a rule of the
compiler. Most damage never reaches them: calls, ids, arguments and schemas are put right while the request is made. A rule
marked as repaired has a fix of its own, which runs on the finished request; then every rule is checked. Those about order
are checked by an automaton that walks the messages once, the others each by themselves. A rule that is still broken is the
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
for (const file of globSync(['src/diag/explain/*.md', 'docs/guide.md', '*.md']))
  for (const [id] of readFileSync(file, 'utf8').matchAll(/\b[ACGRST]\d+\b/g))
    if (!ids.includes(id)) wrong.push(`${file} names ${id}, which is no rule`)
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
