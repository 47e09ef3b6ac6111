import type { Trust } from '../ir/trust.ts'
import { formatCount } from '../text/number.ts'
import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

type At = readonly string[]

const who: Readonly<Record<Trust, string>> = {
  developer: 'the developer',
  user: 'the user',
  model: 'a model',
  tool: 'a tool',
  external: 'an outside source',
}

/** State value in an instruction, with the trust of its author. */
export interface Inlined {
  readonly key: string
  readonly trust: Trust
  /** Place at which the value was set. */
  readonly at: string
  /** Way in which the value entered the instruction: it filled a placeholder, or the instruction function read it. */
  readonly by: 'slot' | 'function'
}

function inlinedText(values: readonly Inlined[]): string {
  const valuesBy = (wanted: Inlined['by']): string =>
    values
      .filter(({ by }) => by === wanted)
      .map(({ key, trust }) => `${wanted === 'slot' ? `{${key}}` : `'${key}'`} from ${who[trust]}`)
      .join(', ')
  const [slots, looked] = [valuesBy('slot'), valuesBy('function')]
  return [
    ...(slots === '' ? [] : [`holds ${slots}`]),
    ...(looked === '' ? [] : [`is written by a function that read ${looked}`]),
  ].join(', and ')
}

/** Reports text of a user, a tool or an outside source that the developer put into an instruction. */
export const untrustedValue = (agent: string, values: readonly Inlined[]): Diagnostic =>
  make('CX6002', {
    message: `the instruction of '${agent}' ${inlinedText(values)}, and the model treats it as the developer's words`,
    at: values.map(({ at }) => at),
    help: 'put the value into a message, or take it from an enum, a number, a boolean or a date of a schema',
    data: { agent, values },
  })

/** Reports text of a model that the developer put into an instruction. */
export const modelValue = (agent: string, values: readonly Inlined[]): Diagnostic =>
  make('CX6003', {
    message: `the instruction of '${agent}' ${inlinedText(values)}`,
    at: values.map(({ at }) => at),
    help: 'give the writer an outputSchema with an enum, a number, a boolean or a date: such a value cannot hold instructions',
    data: { agent, values },
  })

/** Reports system text that a client sent. It would count as the developer's text. */
export const systemFromClient = (at: At): Diagnostic =>
  make('CX6010', {
    message: `${formatCount(at.length, 'system message')} came from a client, and ${at.length === 1 ? 'is' : 'are'} sent as fenced text of the user`,
    at,
    help: 'pass the instruction as `system` on the server; `allowSystemInMessages: true` trusts system messages of a chat',
  })
