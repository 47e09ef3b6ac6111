import type { ModelAction } from './action.ts'
import type { FakeMemory } from './memory.ts'
import type { FakeOptions } from './options.ts'
import type { FakeEntry } from './shape.ts'

/** Output of a fake server, with its virtual time. */
export type FakeOutput =
  | { readonly send: object }
  | { readonly close: { readonly code: number; readonly reason: string } }

/** Protocol rule that a client's frame broke. */
export interface FakeViolation {
  readonly rule: string
  readonly detail: string
}

/** Interruption of an answer that the model had not finished. */
export interface FakeInterruption {
  /** Cause of the interruption: a client frame (`clientContent`), the user (`user-speech`) or the script (`model`). */
  readonly by: string
  readonly at: number
}

/** State of a fake server that a test may check. */
export interface FakeView {
  readonly answering: boolean
  readonly userSpeaking: boolean
  /** Ids of the tool calls that wait for a result, oldest first. */
  readonly openCalls: readonly string[]
  readonly instruction: string | undefined
  readonly tools: readonly string[]
  /** Texts in the model's context, oldest first. */
  readonly context: readonly FakeEntry[]
  readonly violations: readonly FakeViolation[]
  readonly interruptions: readonly FakeInterruption[]
}

/** Next state of a fake server, and the outputs that it sends. */
export type FakeStep<S> = readonly [S, readonly FakeOutput[]]

/**
 * Fake server of one realtime protocol, as pure functions: each takes a state and an input, and returns a state and
 * outputs. Times are milliseconds of virtual time.
 */
export interface LiveFake<S> {
  /**
   * Returns the state of a new connection. `memory` contains the data that outlives a connection (Gemini's handles).
   */
  connect(options: FakeOptions, memory: FakeMemory): S
  /**
   * Handles one frame of the client. Never throws: if a frame breaks a rule, the fake reacts as the vendor does (error
   * event or close), and records a violation.
   */
  receive(state: S, frame: unknown, at: number): FakeStep<S>
  /** Performs a scripted action of the model, the user or the server. */
  act(state: S, action: ModelAction, at: number): FakeStep<S>
  /** Returns the state that tests may check: whether the model is answering, and all texts in its context. */
  view(state: S): FakeView
}
