import { type Budget, readBudget } from '../budget/budget.ts'
import { isEncoding } from '../count/disk.ts'
import type { TokenCounter } from '../count/tokenizer.ts'
import { isTargetName, type TargetName, targetNames } from '../ir/target-name.ts'
import type { Plan } from './plan.ts'

/** How to compile. */
export interface CompileOptions<Name extends TargetName | undefined = TargetName | undefined> {
  /** The request format; worked out from the model and the conversation's own format when left out. */
  readonly target?: Name
  /** The model to call; the conversation's own when left out. */
  readonly model?: string
  /** The most tokens of input, or input and output apart. */
  readonly budget?: Budget
  /** What to do when the session ends with model text and the target wants a user's: add one, or refuse. */
  readonly whenIdle?: 'fill' | 'fail'
  /**
   * Counts text in place of the vocabulary on disk: `o200k` of `ctxc/count/o200k` where there is no disk, or the
   * model's own tokenizer, `{ count(text) }`, whose counts are then exact. One of another encoding than the model's is
   * only used where estimates can be made from it.
   */
  readonly count?: TokenCounter
  /** The plan of the same session's last compile, so that the request begins as that one did. One that does not fit does no harm. */
  readonly plan?: Plan | null
}

const known = new Set(['target', 'model', 'budget', 'whenIdle', 'count', 'plan'])

/** Rejects what is no option: a mistake of the program. */
export function assertOptions(options: CompileOptions): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError('the options of compile must be an object')
  for (const key of Object.keys(options)) {
    if (!known.has(key))
      throw new TypeError(`compile has no option '${key}'; there are ${[...known].join(', ')}`)
  }
  if (options.target !== undefined && !isTargetName(options.target)) {
    throw new TypeError(`target '${String(options.target)}' is none of ${targetNames.join(', ')}`)
  }
  if (options.model !== undefined && (typeof options.model !== 'string' || options.model === '')) {
    throw new TypeError('model must be the id of a model')
  }
  if (options.whenIdle !== undefined && options.whenIdle !== 'fill' && options.whenIdle !== 'fail') {
    throw new TypeError(`whenIdle is 'fill' or 'fail', not '${String(options.whenIdle)}'`)
  }
  readBudget(options.budget)
  const { count } = options
  if (count !== undefined && typeof count?.count !== 'function')
    throw new TypeError('count must be a tokenizer: one of ctxc/count/o200k, or your own, { count(text) }')
  if (count?.encoding !== undefined && !isEncoding(count.encoding))
    throw new TypeError(
      `no encoding ${String(count.encoding)}: leave it out of the option count where it is the model's own tokenizer`,
    )
}
