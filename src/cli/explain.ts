import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { explain } from '../core/explain/explain.ts'
import { findText } from '../core/explain/find-text.ts'
import { oneLine } from '../core/text/columns.ts'
import { compileFile } from './compile-file.ts'
import { isPage, renderHtml } from './explain/render-html.ts'
import { renderErrors, renderText } from './explain/render-text.ts'
import { renderFound } from './explain/text/found.ts'
import { fileReason } from './input.ts'
import { exit, type Io, UsageError } from './io.ts'
import { renderMarkdown } from './markdown.ts'
import { type CommandOptions, readFormat } from './options.ts'
import { asJson } from './output.ts'
import { readPage } from './pages.ts'
import { paintFor } from './paint.ts'

/** Runs `ctxc explain FILE` or `ctxc explain CODE`. Returns the exit code. */
export async function explainCommand(subject: string, given: CommandOptions, io: Io): Promise<number> {
  const paint = paintFor(io.colour.out)
  if (await isCode(subject, io)) {
    assertPageAlone(subject, given)
    io.out(renderMarkdown(await readPage(subject, io), io.columns, paint))
    return exit.fine
  }
  const format = readFormat(given, ['pretty', 'json'])
  if (given.html !== undefined) await assertMayWrite(given.html, subject, given, io)
  if (given.find !== undefined && given.html !== undefined)
    throw new UsageError(
      '--find and --html cannot be combined',
      'omit --find, and search the page in the browser',
    )
  const { conversation, result } = await compileFile(subject, given, io)
  const explanation = explain(result, conversation)
  if (given.find !== undefined) {
    const found = findText(given.find, result, conversation)
    io.out(format === 'json' ? asJson(found) : renderFound(given.find, found, { width: io.columns, paint }))
    // If the user asked only for the places of a text, the output would not show why no request was compiled.
    io.err(renderErrors(explanation, { width: io.columns, paint: paintFor(io.colour.err) }))
    return result.ok && found.length > 0 ? exit.fine : exit.errors
  }
  if (given.html !== undefined) {
    const page = renderHtml(explanation, { result, program: conversation })
    await writePage(given.html, page, io)
  }
  if (format === 'json') io.out(asJson(explanation))
  else if (given.html === undefined) io.out(renderText(explanation, { width: io.columns, paint }))
  return result.ok ? exit.fine : exit.errors
}

/**
 * Whether the argument is a diagnostic code, or similar to one (`CX3O01` with a letter O) and not the name of a file.
 */
async function isCode(subject: string, io: Io): Promise<boolean> {
  return /^cx\d+$/i.test(subject) || (/^cx\w{4}$/i.test(subject) && (await io.look(subject)) === null)
}

/** Rejects other options with a diagnostic's code, because its page is plain text and nothing is compiled. */
function assertPageAlone(code: string, { format, ...given }: CommandOptions): void {
  const options = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (readFormat(format === undefined ? {} : { format }, ['pretty', 'json']) === 'json')
    options.push('format json')
  const [first] = options
  if (first !== undefined)
    throw new UsageError(
      `--${optionOf(first)} needs a conversation or a program, but ${code} is the code of a diagnostic`,
      `ctxc explain ${code} prints its page; all pages are in dist/explain of the package, as Markdown`,
    )
}

/** Returns an option's name on the command line, without leading dashes. */
const optionOf = (name: string): string => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

/** Rejects an output path that is an input file, or (without `--force`) a file that `ctxc explain` did not write. */
async function assertMayWrite(path: string, subject: string, given: CommandOptions, io: Io): Promise<void> {
  const inputs = [subject, given.session, given.plan].filter(input => input !== undefined && input !== '-')
  const own = await realPath(path)
  const taken = await Promise.all(inputs.map(input => realPath(input as string)))
  if (taken.includes(own))
    throw new UsageError(`--html '${path}' would overwrite an input`, 'give the page another name')
  if (given.force) return
  let existing: string
  try {
    existing = await io.readFile(path)
  } catch {
    // Either nothing exists at the output path, or the later write reports the error.
    return
  }
  if (existing.trim() !== '' && !isPage(existing))
    throw new UsageError(
      `--html '${path}' would overwrite a file that ctxc explain did not write`,
      'give another name, or use --force',
    )
}

/** Returns the real path of a file, after resolving links; the path itself if nothing exists there. */
const realPath = (path: string): Promise<string> => realpath(path).catch(() => resolve(path))

async function writePage(path: string, page: string, io: Io): Promise<void> {
  try {
    await io.writeFile(path, page)
  } catch (error) {
    throw new UsageError(`cannot write '${path}': ${fileReason(error)}`)
  }
  // Standard output may contain JSON, so this message is written to standard error.
  io.err(`wrote ${oneLine(path)}\n`)
}
