import { formatCount, percent } from '../text/number.ts'
import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** Maximum number of problems and values in one message. */
const shown = 3

const joinFirst = (texts: readonly string[]): string =>
  texts.length > shown
    ? `${texts.slice(0, shown).join('; ')}; and ${texts.length - shown} more`
    : texts.join('; ')

/** Reports required state keys without a value. */
export const requiredMissing = (agent: string, keys: readonly string[]): Diagnostic =>
  make('CX6018', {
    message: `'${agent}' requires ${formatCount(keys.length, 'value')} that the state does not have: ${joinFirst(keys.map(key => `'${key}'`))}`,
    at: keys.map(key => `s:${key}`),
    help: 'set the values before the agent runs, or remove the keys from required',
    data: { agent, keys },
  })

/** A value that does not fit its schema. */
interface UnfitValue {
  /** Description of the value for people: `'order' of the state`. */
  readonly of: string
  readonly at: string
  readonly problems: readonly string[]
}

/** Reports values, results and answers that do not fit their schemas. */
export const valuesUnfit = (agent: string, unfit: readonly UnfitValue[]): Diagnostic =>
  make('CX6019', {
    message: `${formatCount(unfit.length, 'value')} for '${agent}' ${unfit.length === 1 ? 'does' : 'do'} not fit the schema: ${joinFirst(unfit.map(({ of, problems }) => `${of} (${joinFirst(problems)})`))}`,
    at: unfit.map(({ at }) => at),
    help: 'fix the code that writes the value, or widen the schema; for a wrong result, rewind and call the tool again',
    data: { agent, unfit: unfit.map(({ of, problems }) => ({ of, problems })) },
  })

/** Reports that there is no request, because its content failed a validation. */
export const contextRefused = (agent: string, count: number): Diagnostic =>
  make('CX6020', {
    message: `validate found ${formatCount(count, 'problem')} in the input of '${agent}', so there is no request`,
    help: "fix the problems that are reported with this one, or remove action: 'refuse'",
    data: { agent, count },
  })

/** Reports a request that contains the same texts several times. */
export const requestRepeatsTexts = (agent: string, share: number, least: number, most: string): Diagnostic =>
  make('CX6021', {
    message: `only ${percent(share)} of the request for '${agent}' is not repetition, but at least ${percent(least)} should be; the largest repeated text is ${JSON.stringify(most)}`,
    help: "send a repeated result once with C.all().dedupe('exact'), and look for a tool that is called again with the same arguments",
    data: { agent, share, least },
  })
