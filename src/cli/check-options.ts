import { catalogue, isDiagnosticCode } from '../core/diag/catalogue.ts'
import { nearest } from '../core/text/nearest.ts'
import { didYouMean, suggestKnown } from '../core/text/suggest.ts'
import { type CheckOptions, isChecked, levels } from './check/options.ts'
import { type Io, UsageError } from './io.ts'
import { readModelRows } from './model-rows.ts'

/** Command-line options of `ctxc check`, as the user wrote them. */
export interface CheckGiven {
  readonly format?: string
  readonly level?: readonly string[]
  readonly maxWarnings?: string
  readonly allowImport?: boolean
  readonly modelRows?: string
}

const help = 'for example --level CX1009=off'

/** Reads the command-line options of `ctxc check`. */
export async function checkOptions(
  { level: given = [], modelRows }: CheckGiven,
  io: Io,
): Promise<CheckOptions> {
  return {
    levels: Object.fromEntries(given.map(readLevel)),
    ...(modelRows !== undefined && { modelRows: await readModelRows(modelRows, io) }),
  }
}

function readLevel(given: string): readonly [string, (typeof levels)[number]] {
  const [, name = '', written = ''] = /^([^=]*)=(.*)$/s.exec(given) ?? []
  if (name === '' || written === '') throw new UsageError(`--level must be CODE=LEVEL, got '${given}'`, help)
  const code = name.toUpperCase()
  if (!isDiagnosticCode(code)) {
    const near = nearest(code, Object.keys(catalogue).filter(isChecked), 1)
    throw new UsageError(`no diagnostic has the code '${name}'`, near === null ? help : didYouMean(near))
  }
  if (!isChecked(code))
    throw new UsageError(
      `check never reports ${code}`,
      'check reports codes that begin with CX10, CX6016 and CX7020',
    )
  const level = levels.find(one => one === written.toLowerCase())
  if (level !== undefined) return [code, level]
  throw new UsageError(`unknown level '${written}' of ${code}`, suggestKnown(written, levels))
}

/** Reads the maximum number of warnings with which `ctxc check` still succeeds. */
export function readMostWarnings({ maxWarnings }: CheckGiven): number {
  if (maxWarnings === undefined) return Number.POSITIVE_INFINITY
  if (/^\d{1,15}$/.test(maxWarnings)) return Number(maxWarnings)
  throw new UsageError(
    `--max-warnings must be a whole number from 0 on, got '${maxWarnings}'`,
    'for example --max-warnings 0',
  )
}
