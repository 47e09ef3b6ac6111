/** Facts about one reason why reasoning is lost. */
export interface LossFacts {
  /** Description for people. */
  readonly words: string
  /** Whether the caller's own act causes the loss, such as another model or a rewind. */
  readonly byCaller: boolean
}

const fromCaller = (words: string): LossFacts => ({ words, byCaller: true })
const fromCompile = (words: string): LossFacts => ({ words, byCaller: false })

/**
 * Reasons why reasoning is lost, in the order in which they are reported.
 *
 * @example
 * ```ts
 * import { lossFacts } from 'ctxc/compile'
 *
 * console.log(lossFacts.budget.words) // the request had to become shorter
 * ```
 */
export const lossFacts = {
  protected: fromCompile('a protected value was found in it, or in earlier content'),
  model: fromCaller('the model cannot read it, or a change of the model ended it'),
  target: fromCaller('the request goes to another API'),
  agent: fromCaller('another agent answers'),
  'end-user': fromCaller('the request names another end user'),
  instruction: fromCaller('the instruction, a value in it, or a system text for one turn changed'),
  tools: fromCaller('the declared tools changed'),
  schema: fromCaller('the output schema changed'),
  effort: fromCaller('the reasoning effort changed'),
  window: fromCaller('the context of the agent shows other content, or shows content in another form'),
  'larger-budget': fromCaller('a larger budget restored earlier history'),
  rewind: fromCaller('events were rewound'),
  edited: fromCaller('earlier messages were changed in the list that was passed'),
  pass: fromCaller('a pass of the program may have changed earlier content'),
  budget: fromCompile('the request had to become shorter'),
  summary: fromCompile('a summary replaced earlier content'),
  compaction: fromCompile('a compaction of the provider replaced earlier content'),
  'context-block': fromCompile('context blocks before it changed'),
  state: fromCompile('an earlier answer moved into the state'),
  'late-content': fromCompile('earlier content grew, for example by a late result'),
  repair: fromCompile('content had to change so that the API accepts it'),
  form: fromCompile('the API cannot take it back in its form'),
  reported: fromCompile('the provider reported that it cannot use it'),
  'unknown-before': fromCompile('the content that came before it is unknown'),
} as const satisfies Readonly<Record<string, LossFacts>>

/**
 * Reason why reasoning is lost.
 *
 * @example
 * ```ts
 * import { compile, createSession } from 'ctxc'
 * import type { LossReason } from 'ctxc/compile'
 *
 * const result = await compile({ name: 'bot' }, createSession(), { model: 'claude-opus-5-5' })
 * const reasons: readonly LossReason[] = result.reasoning.losses.map(({ reason }) => reason)
 * console.log(reasons) // []
 * ```
 */
export type LossReason = keyof typeof lossFacts

/** Reasoning that is lost for one reason. */
export interface Loss {
  readonly reason: LossReason
  /** Number of reasoning parts. */
  readonly items: number
  /** Tokens of these parts. */
  readonly tokens: number
  /** Part of `tokens` that comes from the usage that providers reported. The rest was counted. */
  readonly reported: number
}
