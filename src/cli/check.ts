import { relative, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { oneLine } from '../core/text/columns.ts'
import { formatCount } from '../core/text/number.ts'
import { type Checked, check } from './check/check.ts'
import { renderChecked } from './check/render.ts'
import { sarifOf } from './check/sarif.ts'
import { type CheckGiven, checkOptions, readMostWarnings } from './check-options.ts'
import { type Exported, programLabel } from './exported.ts'
import { exit, type Io, UsageError } from './io.ts'
import { makeOrReport } from './module.ts'
import { readFormat } from './options.ts'
import { asJson } from './output.ts'
import { paintFor } from './paint.ts'
import { readAllPrograms } from './programs.ts'
import { reportError } from './report-error.ts'

/** Findings about one program, and the export that the program comes from. */
type Found = Omit<Exported, 'program'> & Checked

/** Runs `ctxc check PATH...`, which reports mistakes in the programs that modules export. Returns the exit code. */
export async function checkCommand(files: readonly string[], given: CheckGiven, io: Io): Promise<number> {
  const format = readFormat(given, ['pretty', 'json', 'sarif'])
  const options = await checkOptions(given, io)
  const most = readMostWarnings(given)
  const { programs, failures: unread } = await readAllPrograms(files, given.allowImport === true, io)
  const all: Found[] = []
  const failures = [...unread]
  for (const exported of programs) {
    const { file, name } = exported
    try {
      all.push({ file, name, ...(await makeOrReport(exported, () => check(exported.program, options))) })
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      failures.push({ file, error })
    }
  }
  for (const { error } of failures) reportError(error, io)
  if (all.length === 0) return exit.usage
  const ok = failures.length === 0 && all.every(found => found.ok)
  if (format === 'json') {
    const programs = all.map(({ file, name, ok, diagnostics }) => ({ file, program: name, ok, diagnostics }))
    const unchecked = failures.map(({ file, error: { message, help } }) => ({ file, message, help }))
    io.out(asJson({ ok, programs, ...(unchecked.length > 0 && { failures: unchecked }) }))
  } else if (format === 'sarif')
    io.out(asJson(sarifOf(all.map(found => ({ ...found, file: uriOf(found.file), program: found.name })))))
  else io.out(renderFindings(all, io))
  const warnings = all.flatMap(({ diagnostics }) =>
    diagnostics.filter(({ level }) => level === 'warn'),
  ).length
  if (warnings > most)
    io.err(
      `${paintFor(io.colour.err)('red', 'error')}: ${formatCount(warnings, 'warning')}, at most ${most} allowed\n`,
    )
  if (failures.length > 0) return exit.usage
  return ok && warnings <= most ? exit.fine : exit.errors
}

/** Renders the names of programs without findings, then the findings of each other program by file and export. */
function renderFindings(all: readonly Found[], io: Io): string {
  const paint = paintFor(io.colour.out)
  const fine = all
    .filter(({ diagnostics }) => diagnostics.length === 0)
    .map(found => `${paint('dim', oneLine(`${programLabel(found)}: fine`))}\n`)
  const diagnostics = all.flatMap(found =>
    found.diagnostics.map(diagnostic => {
      const [first, ...others] = diagnostic.at
      return { ...diagnostic, at: [`${programLabel(found)} ${first ?? ''}`, ...others] }
    }),
  )
  const told = renderChecked({ ok: true, diagnostics }, { width: io.columns, paint })
  return [...(fine.length > 0 ? [fine.join('')] : []), told].join('\n')
}

/** Returns a file path as a URI. Below the current folder, the URI is relative. */
function uriOf(file: string): string {
  const steps = relative('.', resolve(file)).split(sep)
  return steps[0] === '..' ? pathToFileURL(resolve(file)).href : steps.map(encodeURIComponent).join('/')
}
