import type { CacheOption, CompileOptions } from '../core/compile/contract/options.ts'
import { isTargetName, targetNames } from '../core/ir/target-name.ts'
import { suggestKnown } from '../core/text/suggest.ts'
import { type Io, UsageError } from './io.ts'
import { readModelRows } from './model-rows.ts'

/** Command-line options of the commands, as the user wrote them. */
export interface CommandOptions {
  readonly target?: string
  readonly model?: string
  readonly modelRows?: string
  readonly budget?: string
  readonly aim?: string
  readonly cache?: string
  readonly format?: string
  readonly html?: string
  readonly find?: string
  readonly question?: string
  readonly expect?: string
  readonly plan?: string
  readonly agent?: string
  readonly session?: string
  readonly export?: string
  readonly allowImport?: boolean
  readonly force?: boolean
  readonly exitCode?: boolean
}

/** Reads the command-line options of a compile. */
export async function compileOptions(
  { target, model, modelRows, budget, aim, cache, agent }: CommandOptions,
  io: Io,
): Promise<CompileOptions> {
  if (target !== undefined && !isTargetName(target))
    throw new UsageError(`unknown target '${target}'`, suggestKnown(target, targetNames))
  if (model === '') throw new UsageError('--model must not be empty', 'for example --model claude-sonnet-5')
  return {
    ...(target !== undefined && { target }),
    ...(model !== undefined && { model }),
    ...(modelRows !== undefined && { modelRows: await readModelRows(modelRows, io) }),
    ...(agent !== undefined && { agent }),
    ...readBudgetOptions(budget, aim),
    ...(cache !== undefined && { cache: readCache(cache) }),
  }
}

/** Reads the output format. Rejects a format that the command does not support. */
export function readFormat<const Format extends string>(
  { format = 'pretty' }: Pick<CommandOptions, 'format'>,
  formats: readonly Format[],
): Format {
  const known = formats.find(one => one === format)
  if (known !== undefined) return known
  throw new UsageError(`unknown format '${format}'`, suggestKnown(format, formats))
}

/** Reads the option `--cache`: `keep`, `mark`, or a cache lifetime in the provider's spelling. */
function readCache(cache: string): CacheOption {
  if (cache === 'keep' || cache === 'mark') return cache
  if (/^\d+[a-z]+$/.test(cache)) return { ttl: cache }
  throw new UsageError(
    `unknown cache '${cache}'`,
    'use keep (marks of the input), mark, or a lifetime, as in --cache 1h',
  )
}

/** Reads the options `--budget` and `--aim`. */
function readBudgetOptions(budget?: string, aim?: string): Pick<CompileOptions, 'budget'> {
  const input = budget === undefined ? undefined : readTokens('--budget', budget)
  if (aim === undefined) return input === undefined ? {} : { budget: input }
  const soft = readTokens('--aim', aim)
  if (input !== undefined && soft > input)
    throw new UsageError(`--aim must be at most --budget, got '${aim}' with '${budget}'`)
  return { budget: { ...(input !== undefined && { input }), aim: soft } }
}

function readTokens(option: string, given: string): number {
  if (/^\d+([_,]\d{3})*$/.test(given)) {
    const tokens = Number(given.replace(/[_,]/g, ''))
    if (Number.isSafeInteger(tokens) && tokens > 0) return tokens
  }
  throw new UsageError(
    `${option} must be a whole number of tokens above 0, got '${given}'`,
    `for example ${option} 16000`,
  )
}
