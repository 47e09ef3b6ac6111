import type { JsonObject } from '../../ir/json.ts'
import type { EffectHandler } from '../effect-handler.ts'

/** A message to summarize, or an earlier summary. */
export interface SummarizeMessage {
  /** Number of the message, by which statements refer to it: the place of its event in the session. */
  readonly seq: number
  /** `user`, `developer`, the name of an agent, or `summary` for an earlier summary. */
  readonly author: string
  /** Words, calls and results as text, in which protected values are replaced. */
  readonly text: string
}

/** Input of a handler that summarizes. */
export interface SummarizeInput {
  /** Messages to summarize, oldest first. */
  readonly messages: readonly SummarizeMessage[]
  /** Task: contents and form of the summary. */
  readonly prompt: string
  /** JSON Schema of the summary, where the policy has one. */
  readonly schema?: JsonObject
  /** Model that the policy asks for. */
  readonly model?: string
}

/** One sentence of a summary, and the numbers of the messages that it is about. */
export interface SummaryStatement {
  readonly text: string
  readonly from?: readonly number[]
}

/**
 * A summary: statements, or a text with one statement a line, whose references stand at its end in square brackets
 * (`[3, 7]`). With a `schema`, a value that it allows. A text may also be the JSON of either.
 */
export type SummarizeOutput = string | { readonly statements: readonly SummaryStatement[] } | JsonObject

/**
 * Handler that summarizes messages. What it returns is checked without a model: statements with numbers, quotes, paths or
 * names that the messages do not have, or that refer to other messages, are left out.
 *
 * @example
 * import type { SummarizeHandler } from 'ctxc/effects'
 *
 * const firstWords: SummarizeHandler = {
 *   id: 'first-words',
 *   run: async ({ messages }) => ({
 *     statements: messages.map(({ seq, text }) => ({ text: text.split(' ').slice(0, 8).join(' '), from: [seq] })),
 *   }),
 * }
 */
export interface SummarizeHandler extends EffectHandler<SummarizeInput, SummarizeOutput> {}
