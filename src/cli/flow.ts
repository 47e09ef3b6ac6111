import { flow } from './check/flow.ts'
import { exit, type Io } from './io.ts'
import { makeOrReport, readModule } from './module.ts'
import { type CommandOptions, readFormat } from './options.ts'
import { asJson } from './output.ts'

/** Runs `ctxc flow FILE`, which shows the data flow of the program that a file exports. Returns the exit code. */
export async function flowCommand(
  file: string,
  given: Pick<CommandOptions, 'format' | 'export'>,
  io: Io,
): Promise<number> {
  const format = readFormat(given, ['pretty', 'mermaid', 'json'])
  const { exported } = await readModule(file, given.export, io)
  const { text, mermaid } = await makeOrReport(exported, () => flow(exported.program))
  if (format === 'json') io.out(asJson({ file, program: exported.name, text, mermaid }))
  else io.out(format === 'mermaid' ? mermaid : text)
  return exit.fine
}
