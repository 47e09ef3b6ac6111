import { check } from '../../../form/check.ts'
import { field, filledText, positiveCountField, wholeNumber } from '../../../form/field.ts'
import { isObject, type JsonObject } from '../../../ir/json.ts'
import type { OperationDefinition } from '../../definition/operation.ts'

/** Options of `summarize`, which replaces older conversation units with summaries. */
export interface SummarizeOptions {
  /**
   * Age in turns above which units are always summarized. Without an age, summaries are requested as the budget fills
   * up, and are used once older units would be dropped.
   */
  readonly olderThan?: number
  /**
   * Number of tokens of the units that one summary replaces. The default is a quarter of the room for the history, at
   * most 8,000.
   */
  readonly segment?: number
  /** Prompt for the summarizer; by default, it asks for the information that a model needs to continue the work. */
  readonly prompt?: string
  /** JSON Schema of a summary; the summary is then sent as JSON. By default, a summary is a list of statements. */
  readonly schema?: JsonObject
  /** Model to call, if the handler supports several models. */
  readonly model?: string
}

const anObject = check('a JSON Schema', isObject)

/**
 * Replaces older conversation units with summaries that a model wrote. The compiler places the summaries, so there is
 * no pass for this operation.
 */
export const summarizeOperation: OperationDefinition<'summarize'> = {
  op: 'summarize',
  form: {
    title: 'Summaries by a model replace older units.',
    takes: {
      olderThan: wholeNumber(
        'turns',
        'Compact results before the newest N turns. Default: only results that would not fit.',
      ),
      segment: positiveCountField('tokens', 'Tokens of the units that one summary replaces.'),
      prompt: filledText('Instruction for the summary.'),
      schema: field(anObject, { type: 'object' }, 'JSON Schema of a summary.'),
      model: filledText('Model to call, for a handler that supports several.'),
    },
  },
  sizes: [],
  ages: [],
  tellsAll: true,
  asWords: false,
  edit: null,
  pass: null,
  applies: () => false,
  makesRoom: () => false,
  leavesOut: () => null,
}
