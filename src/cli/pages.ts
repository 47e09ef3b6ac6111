import { catalogue, isDiagnosticCode } from '../core/diag/catalogue.ts'
import { nearest } from '../core/text/nearest.ts'
import { didYouMean } from '../core/text/suggest.ts'
import { type Io, UsageError } from './io.ts'

/** Possible folders of the diagnostics' pages: next to the built command line, or in the source folder `core/diag`. */
const folders = ['./explain/', '../core/diag/explain/']

/** Reads the page of a diagnostic code, as Markdown. */
export async function readPage(given: string, io: Io): Promise<string> {
  const code = given.toUpperCase()
  if (!isDiagnosticCode(code)) {
    const near = nearest(code, Object.keys(catalogue), 1)
    throw new UsageError(
      `no diagnostic has the code '${given}'`,
      near === null
        ? 'docs/check.md and the folder dist/explain of the package list the codes'
        : didYouMean(near),
    )
  }
  for (const folder of folders) {
    try {
      return await io.readFile(new URL(`${folder}${code}.md`, import.meta.url))
    } catch {
      // The page is not in this folder, so the next possible folder is tried.
    }
  }
  throw new UsageError(`the page of ${code} is not installed`, 'reinstall ctxc')
}
