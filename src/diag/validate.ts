import { counted, percent } from '../text/number.ts'
import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** Most problems and values that one message tells. */
const shown = 3

const listed = (texts: readonly string[]): string =>
  texts.length > shown
    ? `${texts.slice(0, shown).join('; ')}; and ${texts.length - shown} more`
    : texts.join('; ')

/** Reports keys of the state that must hold something, and hold nothing. */
export const requiredMissing = (agent: string, keys: readonly string[]): Diagnostic =>
  make('CX6018', {
    message: `'${agent}' requires values that the state does not have: ${listed(keys.map(key => `'${key}'`))}`,
    at: keys.map(key => `s:${key}`),
    help: 'set them before the agent is asked, or leave them out of required',
    data: { agent, keys },
  })

/** A value that does not fit its schema. */
interface UnfitValue {
  /** Description for people: `'order' of the state`. */
  readonly of: string
  readonly at: string
  readonly problems: readonly string[]
}

/** Reports values, results and answers that do not fit their schemas. */
export const valuesUnfit = (agent: string, unfit: readonly UnfitValue[]): Diagnostic =>
  make('CX6019', {
    message: `'${agent}' is shown what does not fit its schema: ${listed(unfit.map(({ of, problems }) => `${of} (${listed(problems)})`))}`,
    at: unfit.map(({ at }) => at),
    help: 'mend what writes it, or let the schema take it; rewind a wrong result and call the tool again',
    data: { agent, unfit: unfit.map(({ of, problems }) => ({ of, problems })) },
  })

/** Reports that there is no request, because of what it would be made of. */
export const contextRefused = (agent: string, count: number): Diagnostic =>
  make('CX6020', {
    message: `there is no request for '${agent}': validate found ${counted(count, 'thing')} wrong with what it would be made of`,
    help: "mend them, or leave out action: 'refuse'",
    data: { agent, count },
  })

/** Reports a request in which the same texts stand again and again. */
export const repeatsItself = (agent: string, share: number, least: number, most: string): Diagnostic =>
  make('CX6021', {
    message: `only ${percent(share)} of the request for '${agent}' is not repeated in it, and at least ${percent(least)} should be; most is taken by ${JSON.stringify(most)}`,
    help: "C.all().dedupe('exact') sends a repeated result once; look for one tool that is called with the same arguments",
    data: { agent, share, least },
  })
