import { moduleImporterFor } from './compile-file.ts'
import { exit, type Io } from './io.ts'
import { isModule, makeOrReport, readModule } from './module.ts'
import { type CommandOptions, compileOptions, readFormat } from './options.ts'
import { asJson } from './output.ts'
import { paintFor } from './paint.ts'
import { preview } from './preview/preview.ts'
import { renderPreview } from './preview/render-preview.ts'
import { readSession } from './session-file.ts'

/** Runs `ctxc preview FILE`, which shows the sizes and costs of every agent of a program. Returns the exit code. */
export async function previewCommand(file: string, given: CommandOptions, io: Io): Promise<number> {
  const format = readFormat(given, ['pretty', 'json'])
  const { exported, session: own } = await readModule(file, given.export, io)
  const session = given.session === undefined ? (own ?? undefined) : await readSession(given.session, io)
  // A user who names a module agrees to run its code, and therefore to import the modules that the module names.
  const mayImport = isModule(file) || given.allowImport === true
  const options = {
    ...(await compileOptions(given, io)),
    ...(mayImport && { allowImport: moduleImporterFor(file, io) }),
  }
  const shown = await makeOrReport(exported, () => preview(exported.program, session, options))
  const ok = shown.agents.every(agent => agent.ok)
  if (format === 'json') io.out(asJson({ ok, file, program: exported.name, ...shown }))
  else io.out(renderPreview(shown, { width: io.columns, paint: paintFor(io.colour.out) }))
  return ok ? exit.fine : exit.errors
}
