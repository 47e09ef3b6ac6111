import type { ModelAction } from './action.ts'
import type { FakeMemory } from './memory.ts'
import type { FakeOptions } from './options.ts'
import type { FakeEntry } from './shape.ts'

/** Output of a fake at one point in time. */
export type FakeOutput =
  | { readonly send: object }
  | { readonly close: { readonly code: number; readonly reason: string } }

/** Rule that a client's frame broke. */
export interface FakeViolation {
  readonly rule: string
  readonly detail: string
}

/** End of an answer before the model had finished it. */
export interface FakeInterruption {
  /** Cause: a frame of the client (`clientContent`), the user (`user-speech`) or the script (`model`). */
  readonly by: string
  readonly at: number
}

/** Facts that a test may check about a fake. */
export interface FakeView {
  readonly answering: boolean
  readonly userSpeaking: boolean
  /** Ids of calls that wait for a result, oldest first. */
  readonly openCalls: readonly string[]
  readonly instruction: string | undefined
  readonly tools: readonly string[]
  /** Texts in context, oldest first. */
  readonly context: readonly FakeEntry[]
  readonly violations: readonly FakeViolation[]
  readonly interruptions: readonly FakeInterruption[]
}

/** Next state of a fake, and its outputs. */
export type FakeStep<S> = readonly [S, readonly FakeOutput[]]

/**
 * Pure fake server of one realtime protocol: it takes a state and an input, and returns a state and outputs. Times are
 * milliseconds of virtual time.
 */
export interface LiveFake<S> {
  /** Returns the state of a new connection. `memory` holds data that outlives a connection (Gemini's handles). */
  connect(options: FakeOptions, memory: FakeMemory): S
  /**
   * Handles one frame of the client. Never throws: a frame that breaks a rule gets the vendor's reaction (error event
   * or close), and is recorded as a violation.
   */
  receive(state: S, frame: unknown, at: number): FakeStep<S>
  /** Performs one scripted action of the model, the user or the server. */
  act(state: S, action: ModelAction, at: number): FakeStep<S>
  /** Returns whether the model is answering, and all texts that it holds now. */
  view(state: S): FakeView
}
