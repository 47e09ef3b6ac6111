import { counted } from '../text/number.ts'
import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** Decision, with the fields that messages use. */
interface Told {
  readonly kind: string
  readonly why: string
  readonly units: readonly string[]
}

const words: Readonly<Record<string, (decision: Told) => string>> = {
  'config-change': ({ why }) =>
    `${why} ${why.includes(', ') ? 'are not what they were' : 'is not what it was'}`,
  tools: () => 'other tools had to be declared for the history',
  compact: () => 'the provider compacted what came before',
  summary: ({ units }) =>
    units.length === 1
      ? 'a summary stands for earlier events now'
      : `${units.length} summaries stand for earlier events now`,
  rewind: () => 'events were taken back',
  redact: () => 'a value that no model may see was found, and earlier messages held it',
  state: () => 'what it held is in the state now, under a key that the agent reads',
  slide: () => 'another turn is the current one, and earlier ones are not shown',
  ids: () => 'items of the server have lost the ids that they had',
  trim: ({ units }) => `older history was dropped, and ${units[0]} is the first unit now`,
  limit: () => 'a clause of the policy may take no more tokens, and its older units were dropped',
  shorten: () => 'older results are compacted, to make room',
  supplementary: () => 'supplementary units were chosen anew',
  selection: () => 'what the policy selects, or how it is shown, is not what it was',
  passes: () => 'passes of the program make something else of what was chosen',
  beside: () => 'other words stand beside the history, to which reasoning is bound',
  reasoning: () => 'reasoning is dropped, because what it was made behind changed',
}

/** Describes a decision as text. */
export const decisionWords = (decision: Told): string => words[decision.kind]?.(decision) ?? decision.kind

export const prefixChanged = (decisions: readonly Told[], tokens: number): Diagnostic =>
  make('CX5001', {
    message: `the request does not begin as the last one did, so that up to ${counted(tokens, 'token')} are read anew`,
    notes: decisions.map(decisionWords),
    help: 'ctxc diff shows where two requests part',
    data: { decisions, tokens },
  })

export const planIgnored = (why: string): Diagnostic =>
  make('CX5002', {
    message: `the plan is not used: ${why}`,
    help: "give the plan of the same session's last compile, as it was",
    data: { why },
  })
