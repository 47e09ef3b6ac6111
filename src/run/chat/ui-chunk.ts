import { type Check, trueOrFalse } from '../../core/form/check.ts'
import type { JsonObject, JsonValue } from '../../core/ir/json.ts'

/** Chunks of the AI SDK's "UI message stream" (protocol version 1) that this package writes. */
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
      /** Present if the call waits for an answer. `until` is in milliseconds since 1970. */
      readonly toolMetadata?: {
        readonly ctxc: {
          readonly waitsFor: 'answer'
          readonly until?: number
          /** Question of the server of an MCP tool, and JSON Schema of the answer. The server is an outsider. */
          readonly question?: PageQuestion
        }
      }
    }
  | { readonly type: 'tool-approval-request'; readonly approvalId: string; readonly toolCallId: string }
  | { readonly type: 'tool-approval-response'; readonly approvalId: string; readonly approved: boolean }
  | { readonly type: 'tool-output-available'; readonly toolCallId: string; readonly output: unknown }
  | { readonly type: 'tool-output-error'; readonly toolCallId: string; readonly errorText: string }
  | { readonly type: 'tool-output-denied'; readonly toolCallId: string }
  /**
   * The texts with these ids are invalid, because the model is called again. The `reset-step` chunk after this one
   * removes them from the page.
   */
  | { readonly type: 'data-retracted'; readonly data: { readonly ids: readonly string[] } }
  /** Change of a call in an earlier, finished message. The page must update its part with that `toolCallId` itself. */
  | { readonly type: 'data-call'; readonly transient: true; readonly data: EndedCall }
  /** Report of a running call; only with `results`. The newest one of a call replaces the others. */
  | {
      readonly type: 'data-progress'
      readonly id: string
      readonly transient: true
      readonly data: { readonly toolCallId: string; readonly toolName: string; readonly value: JsonValue }
    }
  | { readonly type: 'error'; readonly errorText: string }

/** Question of a tool's server, for the person at the page. */
export interface PageQuestion {
  readonly message: string
  /** JSON Schema of the answer; any JSON value without it. */
  readonly schema?: JsonObject
  /** Pages that the person is asked to open before the answer. Show the whole address, and open none by yourself. */
  readonly urls?: readonly string[]
}

/** State of a finished call, with the same fields as the call's part on the page. */
export interface EndedCall {
  readonly toolCallId: string
  readonly state: 'output-available' | 'output-error' | 'output-denied'
  readonly output?: unknown
  readonly errorText?: string
}

/** Content that a page gets in addition to texts, tool names and requests for approval; none by default. */
export interface ChatOptions {
  /**
   * Whether to send arguments of calls. The arguments of a call that waits for an approval or an answer are always
   * sent.
   */
  readonly arguments?: boolean
  /** Whether to send tool results, the texts of tool errors, and what running tools report. */
  readonly results?: boolean
  /** Whether to send the reasoning of models. */
  readonly reasoning?: boolean
  /** Whether to send the reason why a run failed. */
  readonly reasons?: boolean
}

/** Checks of the options that select a page's content. */
export const chatChecks = {
  arguments: trueOrFalse,
  results: trueOrFalse,
  reasoning: trueOrFalse,
  reasons: trueOrFalse,
} satisfies Record<keyof ChatOptions, Check>

/** Chunk, with the seq of the user's message that it helps to answer. */
export interface PlacedChunk {
  readonly of: number
  readonly chunk: UIChunk
}
