import { wrongValueError } from '../form/describe.ts'
import { Path } from '../form/path.ts'
import type { Count } from '../ir/count.ts'
import type { EstimatorName } from '../ir/model.ts'
import { tokenizerOf } from './disk.ts'
import { estimateOf, estimators } from './estimator.ts'
import type { TokenCounter } from './tokenizer.ts'

/**
 * Estimates the tokens of a text for models without a public tokenizer: the likely number (`estimate`) and an upper
 * bound that holds in practice (`max`). `exact` is always false.
 *
 * The text is counted with `o200k_base`, and its tokens are weighted by kind: words, parts of words, ideographs, other
 * scripts, digits, signs, white space. docs/counting.md lists the factors for each kind of text, their sources and
 * their errors. Messages, calls and tools cost more than their words: `compile` adds that.
 *
 * @param text - Text to estimate.
 * @param name - `claude-3` (Claude 3 to 4.6), `claude-4-7` (Claude from Opus 4.7 on), `gemini`, or `unknown` for any
 * other model.
 * @param tokenizer - `o200k` of `ctxc/count/o200k` or `approximate` of `ctxc/count/approximate`, if no file can be
 * read.
 * @returns Tokens: `estimate` and `max`, whole numbers.
 * @throws TypeError if the text is no string, the estimator is unknown, or the tokenizer is not of `o200k_base`.
 *
 * @example
 * import { estimate } from 'ctxc/count'
 *
 * const { estimate: likely, max } = estimate('What is the weather in Paris?', 'claude-4-7')
 * console.log(likely, max)
 */
export function estimate(
  text: string,
  name: EstimatorName,
  tokenizer: TokenCounter = tokenizerOf('o200k_base'),
): Count {
  if (!Object.hasOwn(estimators, name))
    throw wrongValueError(
      'claude-3 (Claude 3 to 4.6), claude-4-7 (later Claude), gemini, or unknown for any other model',
      name,
      Path.named('the estimator'),
    )
  return estimateOf(estimators[name], text, tokenizer)
}
