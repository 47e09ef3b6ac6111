import type { Diagnostic } from '../../core/diag/diagnostic.ts'
import { explain } from '../../core/explain/explain.ts'
import { placeName } from '../../core/explain/places.ts'
import type { Program } from '../../core/program/program.ts'
import { formatCount } from '../../core/text/number.ts'
import { check } from '../check/check.ts'
import { compileFile } from '../compile-file.ts'
import { exit, type Io, UsageError } from '../io.ts'
import { isModule, makeOrReport, readModule } from '../module.ts'
import { type CommandOptions, compileOptions, readFormat } from '../options.ts'
import { asJson } from '../output.ts'
import { paintFor } from '../paint.ts'
import { preview } from '../preview/preview.ts'
import { isProgramData } from '../program-file.ts'
import { readJson } from '../read.ts'
import { cacheBreaks } from './cache-breaks.ts'
import { hasText, keptAdvice, tryPolicies } from './kept-text.ts'
import { largestParts } from './largest.ts'
import { nextAdvice } from './next-steps.ts'
import { renderDoctor } from './render.ts'
import { type DoctorReport, mostListed } from './report.ts'
import { tryAdvice } from './tries.ts'

/** Runs `ctxc doctor FILE`, which reports on a program or a conversation. Returns the exit code. */
export async function doctorCommand(file: string, given: CommandOptions, io: Io): Promise<number> {
  const format = readFormat(given, ['pretty', 'json'])
  const reading = cacheStandardInput(io)
  const isProgram = isModule(file) || isProgramData(await readJson(file, reading))
  const report = isProgram
    ? await reportOnProgram(file, given, reading)
    : await reportOnConversation(file, given, reading)
  if (format === 'json') io.out(asJson({ file, ...report }))
  else io.out(renderDoctor(file, report, { width: io.columns, paint: paintFor(io.colour.out) }))
  return report.ok ? exit.fine : exit.errors
}

/**
 * Returns an environment that reads standard input only once. A command reads its file twice, first to learn the file's
 * kind.
 */
function cacheStandardInput(io: Io): Io {
  let text: Promise<string> | undefined
  return {
    ...io,
    readInput: () => {
      text ??= io.readInput()
      return text
    },
  }
}

/** Reports on a conversation: its current request, and the requests before it. */
async function reportOnConversation(file: string, given: CommandOptions, io: Io): Promise<DoctorReport> {
  const { conversation, result } = await compileFile(file, given, io)
  // A wrong question is refused before the other requests are compiled.
  const asked = readQuestion(given, conversation)
  const explanation = explain(result, conversation)
  const options = await compileOptions(given, io)
  const cache = await cacheBreaks(conversation, options, seq => placeName(`e:${seq}`, conversation))
  const tries = await tryAdvice(
    { conversation, options, cache },
    {
      limit: explanation.tokens.limit,
      isShort: result.ok && explanation.sections.some(({ kind }) => kind === 'omitted'),
    },
  )
  const placed = explanation.diagnostics.map(diagnostic => withPlaces(diagnostic, explanation.places))
  const found = { problems: placed.filter(isProblem), cache, largest: largestParts(explanation) }
  const kept = asked === null ? null : await tryPolicies(conversation, options, asked)
  const { tokens, model, units } = explanation
  const size = `${formatCount(tokens.input, 'token')} estimated, ${formatCount(tokens.max, 'token')} at most`
  const soft = tokens.aim === undefined ? '' : `, soft size ${formatCount(tokens.aim, 'token')}`
  const limit = tokens.limit === null ? 'no limit' : `limit ${formatCount(tokens.limit, 'token')}`
  return {
    ok: result.ok,
    summary: `${formatCount(units.all, 'unit')} of history, ${units.sent} sent to ${model ?? 'a model without a name'}: ${size}, ${limit}${soft}`,
    ...found,
    notes: placed.filter(diagnostic => !isProblem(diagnostic)),
    ...(kept && { kept }),
    next: [...(kept === null ? [] : [keptAdvice(kept)]), ...nextAdvice({ explanation, tries, ...found })],
  }
}

/** Returns the question of a command and the text that its request must have; null if the command has none. */
function readQuestion(
  { question, expect }: CommandOptions,
  { session }: Program,
): { readonly question: string; readonly expect: string } | null {
  if (question === undefined && expect === undefined) return null
  if (!question || !expect)
    throw new UsageError(
      '--question and --expect need each other',
      'for example --question "What was my order number?" --expect ORD-90817',
    )
  if (question.includes(expect)) throw new UsageError('the --question itself has the text of --expect')
  if (!hasText(session.events, expect)) throw new UsageError(`no message of the file has '${expect}'`)
  return { question, expect }
}

/** Reports on a program: its mistakes, and the agents with the largest requests. */
async function reportOnProgram(file: string, given: CommandOptions, io: Io): Promise<DoctorReport> {
  if (given.question !== undefined || given.expect !== undefined)
    throw new UsageError('--question needs a conversation, and the file declares a program')
  const { exported } = await readModule(file, given.export, io)
  const options = await compileOptions(given, io)
  const { modelRows } = options
  const known = modelRows === undefined ? {} : { modelRows }
  const { ok, diagnostics } = await makeOrReport(exported, () => check(exported.program, known))
  const { agents, pass } = await makeOrReport(exported, () => preview(exported.program, undefined, options))
  const all = agents.reduce((sum, { tokens }) => sum + tokens.input, 0)
  const largest = agents
    .flatMap(({ name, sections }) =>
      (['system', 'tools', 'schema'] as const).map(kind => ({
        kind,
        place: `${name}: ${kind}`,
        preview: '',
        tokens: sections[kind],
        share: all === 0 ? 0 : sections[kind] / all,
      })),
    )
    .filter(({ tokens }) => tokens > 0)
    .toSorted((one, other) => other.tokens - one.tokens)
    .slice(0, mostListed)
  const problems = diagnostics.filter(isProblem)
  const unlimited = agents.filter(({ tokens }) => tokens.limit === null).map(({ name }) => name)
  return {
    ok,
    summary: `${formatCount(agents.length, 'agent')}; one pass calls models ${pass.calls.least === pass.calls.most ? '' : `${pass.calls.least} to `}${formatCount(pass.calls.most, 'time')}`,
    problems,
    notes: diagnostics.filter(diagnostic => !isProblem(diagnostic)),
    cache: { requests: 0, breaks: [], free: [], unmarked: 0 },
    largest,
    next: [
      ...new Set(problems.flatMap(({ help }) => (help === null ? [] : [help]))),
      ...(unlimited.length > 0
        ? [`name a model, or set a budget: nothing limits the requests of ${unlimited.join(', ')}`]
        : []),
      'see the sizes of every agent: ctxc preview FILE',
    ],
  }
}

const isProblem = ({ level }: Diagnostic): boolean => level !== 'info'

/** Returns a diagnostic whose places are readable text instead of pointers. */
const withPlaces = (diagnostic: Diagnostic, places: Readonly<Record<string, string>>): Diagnostic => ({
  ...diagnostic,
  at: diagnostic.at.map(at => places[at] ?? at),
})
