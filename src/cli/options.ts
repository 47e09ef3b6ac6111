import type { CompileOptions } from '../compile/options.ts'
import { isTargetName, targetNames } from '../ir/target-name.ts'
import { nearest } from '../text/nearest.ts'
import { UsageError } from './io.ts'

/** The options of the commands, as they were written. */
export interface Given {
  readonly target?: string
  readonly model?: string
  readonly budget?: string
  readonly format?: string
  readonly html?: string
  readonly plan?: string
  readonly agent?: string
  readonly session?: string
  readonly exitCode?: boolean
}

/** The options of compile. */
export function compileOptions({ target, model, budget, agent }: Given): CompileOptions {
  if (target !== undefined && !isTargetName(target)) {
    const near = nearest(target, targetNames)
    throw new UsageError(
      `unknown target '${target}'`,
      `${near ? `did you mean '${near}'? ` : ''}there are ${targetNames.join(', ')}`,
    )
  }
  if (model === '') throw new UsageError('the model has no name', 'for example --model claude-sonnet-5')
  return {
    ...(target !== undefined && { target }),
    ...(model !== undefined && { model }),
    ...(agent !== undefined && { agent }),
    ...(budget !== undefined && { budget: readTokens(budget) }),
  }
}

/** How the output is written. */
export function readFormat({ format = 'pretty' }: Given): 'json' | 'pretty' {
  if (format === 'json' || format === 'pretty') return format
  throw new UsageError(`unknown format '${format}'`, "there are 'json' and 'pretty'")
}

function readTokens(budget: string): number {
  if (/^\d+([_,]\d{3})*$/.test(budget)) {
    const tokens = Number(budget.replace(/[_,]/g, ''))
    if (Number.isSafeInteger(tokens) && tokens > 0) return tokens
  }
  throw new UsageError(`'${budget}' is no budget`, 'a budget is a number of tokens above 0: --budget 16000')
}
