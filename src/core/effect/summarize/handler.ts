import type { JsonObject } from '../../ir/json.ts'
import type { EffectHandler } from '../effect-handler.ts'

/** A message to summarize, or an earlier summary. */
export interface SummarizeMessage {
  /** Number by which statements refer to the message: the position of its event in the session. */
  readonly seq: number
  /** `user`, `developer`, the name of an agent, or `summary` for an earlier summary. */
  readonly author: string
  /** Message text, calls and results as one text, in which protected values are replaced. */
  readonly text: string
}

/** Input of a handler that summarizes. */
export interface SummarizeInput {
  /** Messages to summarize, oldest first. */
  readonly messages: readonly SummarizeMessage[]
  /** Prompt that describes content and form of the summary. */
  readonly prompt: string
  /** JSON Schema of the summary, if the policy has one. */
  readonly schema?: JsonObject
  /** Model that the policy requests. */
  readonly model?: string
}

/** One sentence of a summary, and the numbers of the messages that support it. */
export interface SummaryStatement {
  readonly text: string
  readonly from?: readonly number[]
}

/**
 * A summary: statements, or a text with one statement per line and the numbers of its messages at the end of the line
 * in square brackets (`[3, 7]`). With a `schema`, a value that matches it. A text may also be the JSON of either.
 */
export type SummarizeOutput = string | { readonly statements: readonly SummaryStatement[] } | JsonObject

/**
 * Handler that summarizes messages. Its result is checked without a model: statements with numbers, quotes, paths or
 * names that the messages do not contain, or that refer to other messages, are dropped.
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
