import { type Check, trueOrFalse } from '../../core/form/check.ts'
/** Chunks that this package writes of the AI SDK's stream of UI messages ("UI message stream", protocol version 1). */
export type UIChunk =
  | { readonly type: 'start'; readonly messageId: string }
  | { readonly type: 'start-step' | 'finish-step' | 'reset-step' | 'finish' | 'abort' }
  | { readonly type: 'text-start' | 'text-end' | 'reasoning-start' | 'reasoning-end'; readonly id: string }
  | { readonly type: 'text-delta' | 'reasoning-delta'; readonly id: string; readonly delta: string }
  | {
      readonly type: 'tool-input-available'
      readonly toolCallId: string
      readonly toolName: string
      readonly input: unknown
    }
  | { readonly type: 'tool-approval-request'; readonly approvalId: string; readonly toolCallId: string }
  | { readonly type: 'tool-approval-response'; readonly approvalId: string; readonly approved: boolean }
  | { readonly type: 'tool-output-available'; readonly toolCallId: string; readonly output: unknown }
  | { readonly type: 'tool-output-error'; readonly toolCallId: string; readonly errorText: string }
  | { readonly type: 'tool-output-denied'; readonly toolCallId: string }
  /**
   * The texts with these ids are void, because the answer is tried again. The `reset-step` after it removes them from
   * the page.
   */
  | { readonly type: 'data-retracted'; readonly data: { readonly ids: readonly string[] } }
  /** Fields of a call in an earlier, finished message: the page sets them in its part with that `toolCallId`. */
  | { readonly type: 'data-call'; readonly transient: true; readonly data: EndedCall }
  | { readonly type: 'error'; readonly errorText: string }

/** Call that has ended, in the form that a page keeps. */
export interface EndedCall {
  readonly toolCallId: string
  readonly state: 'output-available' | 'output-error' | 'output-denied'
  readonly output?: unknown
  readonly errorText?: string
}

/** Contents sent to a page in addition to texts, names of tools and requests for approval; none by default. */
export interface ChatOptions {
  /**
   * Arguments of calls. For a call that waits for approval they are always sent, so that a person sees what is
   * approved.
   */
  readonly arguments?: boolean
  /** Results of tools, and the texts of their errors. */
  readonly results?: boolean
  /** Reasoning of models. */
  readonly reasoning?: boolean
  /** Reasons why a run failed. */
  readonly reasons?: boolean
}

/** Checks of the options that select a page's content. */
export const chatChecks = {
  arguments: trueOrFalse,
  results: trueOrFalse,
  reasoning: trueOrFalse,
  reasons: trueOrFalse,
} satisfies Record<keyof ChatOptions, Check>
