import type { CompileOptions } from '../../core/compile/contract/options.ts'
import { trueOrFalse } from '../../core/form/check.ts'
import { acceptAnyValue, type OptionsForm, readOptions } from '../../core/form/options.ts'
import { Path } from '../../core/form/path.ts'
import { filledText } from '../../core/form/quantities.ts'
import { schemaProblems } from '../../core/form/schema-problems.ts'
import type { JsonObject } from '../../core/ir/json.ts'
import type { Declared } from '../../core/program/program.ts'
import { assertSession } from '../../core/session/assert-session.ts'
import { createSession } from '../../core/session/create.ts'
import type { Session } from '../../core/session/session.ts'
import { builtin } from '../../core/text/builtin.ts'
import { fitColumns, oneLine } from '../../core/text/columns.ts'
import { largestOf } from '../../core/text/list.ts'
import { formatNumber } from '../../core/text/number.ts'
import { reasonOf } from '../../core/text/reason.ts'
import type { PassCost } from './pass-range.ts'
import { preview, previewForm } from './preview.ts'
import type { AgentPreview, ProgramPreview } from './program-preview.ts'

/** Options of `expectBudget`. Options of `compile` are for all agents. */
export interface BudgetOptions extends Omit<CompileOptions, 'agent' | 'plan' | 'run'> {
  /**
   * Place of the file, which belongs to the sources: `budgets.json`. It is written if there is none. Each program needs a
   * file of its own.
   */
  readonly file: string
  /** Session that the agents see; an empty one if omitted. */
  readonly session?: Session
  /** Whether the file is written again, so that the sizes of today become the budgets. */
  readonly update?: boolean
}

/** Part of a program that grew over its budget. */
export interface Growth {
  /** Name of the agent; null for one pass over the program. */
  readonly agent: string | null
  readonly part: keyof AgentPreview['sections'] | Exclude<keyof PassCost, 'price'>
  /** Budget, in tokens or calls; null if the file has none for the agent. */
  readonly budget: number | null
  readonly now: number
}

/** Error of a program that is larger than its budgets. Its message is a table. */
export class BudgetError extends Error {
  override readonly name = 'BudgetError'
  readonly grown: readonly Growth[]

  constructor(grown: readonly Growth[], file: string) {
    super(
      [
        `${file}: the program needs more than its budgets`,
        ...tableOf(grown),
        'If this is meant, call expectBudget with update: true once, and commit the file.',
      ].join('\n'),
    )
    this.grown = grown
  }
}

type Sizes = Readonly<Record<string, number>>

/** Content of the file, in tokens. */
interface Budgets {
  readonly agents: Readonly<Record<string, Sizes>>
  readonly pass: Sizes
}

const sizes: JsonObject = { type: 'object', additionalProperties: { type: 'number' } }
const schema: JsonObject = {
  type: 'object',
  properties: { agents: { type: 'object', additionalProperties: sizes }, pass: sizes },
  required: ['agents', 'pass'],
}

const form: OptionsForm<BudgetOptions> = {
  needs: { file: filledText },
  takes: { ...previewForm.takes, session: acceptAnyValue, update: trueOrFalse },
}

/**
 * Asserts in a test that no agent of a program needs more tokens than a file allows: for its instruction, its tools, its
 * schema and its history, and for one pass over the program. The first call writes the file with the sizes of today.
 * Sizes are those of `preview`, which calls no model. A part that shrinks passes, and the file stays as it is.
 *
 * Rejects with a `BudgetError`, whose message is a table of what grew, and with an `Error` if an agent has no request.
 * Rejects with a TypeError for a malformed program, option or file, and where there is no file system.
 *
 * @example
 * import { agent } from 'ctxc'
 * import { expectBudget } from 'ctxc/explain'
 *
 * const helper = agent({ name: 'helper', model: 'gpt-5.4', instruction: 'You help.' })
 * // test('sizes', () => expectBudget(helper, { file: 'budgets.json' }))
 * console.log(helper.name, typeof expectBudget) // helper function
 */
export async function expectBudget(program: Declared, options: BudgetOptions): Promise<void> {
  const {
    file,
    session = createSession(),
    update = false,
    ...compiling
  } = readOptions(form, options, 'expectBudget')
  assertSession(session, 'expectBudget')
  const fs = builtin<typeof import('node:fs')>('node:fs')
  if (fs === undefined) throw place.wrong('cannot be read: there is no file system')
  const now = budgetsOf(await preview(program, session, compiling))
  if (update || !fs.existsSync(file))
    return useFile(() => fs.writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`))
  const text = useFile(() => fs.readFileSync(file, 'utf8'))
  const grown = growthOf(now, readBudgets(text, file))
  if (grown.length > 0) throw new BudgetError(grown, file)
}

const place = Path.options('expectBudget').in('file')

/** Reads or writes the file. Throws a TypeError if its folder is missing, or if it is none. */
function useFile<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw place.wrong(`cannot be used: ${reasonOf(error)}`, { help: 'name a file in a folder that exists' })
  }
}

/** Returns the sizes of a program. Throws an error if an agent has no request. */
function budgetsOf({ agents, pass }: ProgramPreview): Budgets {
  const failed = agents.find(({ ok }) => !ok)
  if (failed !== undefined) throw new Error(`agent '${failed.name}' has no request: ${failed.error}`)
  return {
    agents: Object.fromEntries(agents.map(({ name, sections }) => [name, sections])),
    pass: { calls: pass.calls.most, tokens: pass.tokens.most },
  }
}

function readBudgets(text: string, file: string): Budgets {
  const [value, problems] = parsed(text)
  if (problems.length > 0)
    throw Path.named(file).wrong(`has no budgets: ${problems.join('; ')}`, {
      help: 'delete it, to write it again',
    })
  return value as Budgets
}

function parsed(text: string): readonly [value: unknown, problems: readonly string[]] {
  try {
    const value: unknown = JSON.parse(text)
    return [value, schemaProblems(value, schema)]
  } catch (error) {
    return [null, [(error as Error).message]]
  }
}

const growthOf = (now: Budgets, budgets: Budgets): readonly Growth[] => [
  ...Object.entries(now.agents).flatMap(([agent, each]) =>
    grownParts(agent, each, Object.hasOwn(budgets.agents, agent) ? budgets.agents[agent] : {}),
  ),
  ...grownParts(null, now.pass, budgets.pass),
]

const grownParts = (agent: string | null, now: Sizes, budgets: Sizes = {}): readonly Growth[] =>
  Object.entries(now).flatMap(([part, size]) => {
    const budget = budgets[part] ?? null
    return size > (budget ?? 0) ? [{ agent, part: part as Growth['part'], budget, now: size }] : []
  })

/** Returns the lines of a table of what grew. */
function tableOf(grown: readonly Growth[]): readonly string[] {
  const rows = grown.map(({ agent, part, budget, now }) => [
    agent === null ? 'one pass' : oneLine(agent),
    part,
    ...[
      budget === null ? 'none' : formatNumber(budget),
      formatNumber(now),
      `+${formatNumber(now - (budget ?? 0))}`,
    ],
  ])
  const all = [['agent', 'part', 'budget', 'now', 'grown'], ...rows]
  const widths = [0, 1, 2, 3, 4].map(column =>
    largestOf(
      all.map(row => row[column]?.length ?? 0),
      0,
    ),
  )
  return all.map(
    row =>
      `  ${row.map((cell, column) => fitColumns(cell, widths[column] ?? 0, column < 2 ? 'left' : 'right')).join('  ')}`,
  )
}
