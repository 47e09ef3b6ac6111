import { check, number, oneOf, text, trueOrFalse } from '../../core/form/check.ts'
import type { OptionsForm } from '../../core/form/options.ts'

/** Options of all fake servers. Each fake reads only the options of its protocol. */
export interface FakeOptions {
  /** Gemini: generation of the model. Default: `3.8`. */
  readonly generation?: '2.5' | '3.1' | '3.8'
  /** Gemini: endpoint. Default: `developer`. */
  readonly platform?: 'developer' | 'vertex'
  /** Gemini: whether the model accepts `contextUpdate`; no vendor page lists the models that do. Default: `accept`. */
  readonly contextUpdate?: 'accept' | 'refuse'
  /**
   * Gemini: when `clientContent` is accepted. With `initial`, it is refused after the first answer, as model 3.1 did at
   * launch. Default: `always`.
   */
  readonly clientContent?: 'always' | 'initial'
  /**
   * Gemini: whether speech gets no answer between `turnComplete: false` and `turnComplete: true` (reported in 2025).
   * Default: false.
   */
  readonly waitsForTurn?: boolean
  /** Gemini: number of the newest context entries that a resumption handle does not contain. Default: 0. */
  readonly handleLag?: number
  /** Milliseconds until the server ends the connection. Default: 10 minutes (Gemini), 60 minutes (OpenAI). */
  readonly lifetime?: number
  /** Gemini: milliseconds between `goAway` and the end of the connection. Default: 60,000. */
  readonly goAwayBefore?: number
  /** OpenAI: model of the session, as named in the URL. */
  readonly model?: string
  /**
   * GPT-Live: function that returns the number of tokens of a text. Default: one token per UTF-8 byte, the upper bound.
   */
  readonly countTokens?: (text: string) => number
  /** GPT-Live: whether acknowledgements wait for the action `ack`, even after audio has arrived. Default: false. */
  readonly holdAcks?: boolean
}

const aFunction = check('a function', value => typeof value === 'function')

/** Description of the options of all fake servers, for their validation. */
export const fakeOptionsForm: OptionsForm<FakeOptions> = {
  takes: {
    ...{ generation: oneOf(['2.5', '3.1', '3.8']), platform: oneOf(['developer', 'vertex']) },
    ...{ contextUpdate: oneOf(['accept', 'refuse']), clientContent: oneOf(['always', 'initial']) },
    ...{ waitsForTurn: trueOrFalse, handleLag: number, lifetime: number, goAwayBefore: number },
    ...{ model: text, countTokens: aFunction, holdAcks: trueOrFalse },
  },
}
