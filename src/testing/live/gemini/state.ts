import type { FakeInterruption, FakeStep, FakeViolation } from '../fake.ts'
import { closeReason } from '../frame.ts'
import type { FakeMemory } from '../memory.ts'
import type { FakeOptions } from '../options.ts'
import type { FakeEntry, Problem } from '../shape.ts'

/** Function that the client declared, and the model may call. */
export interface DeclaredGeminiTool {
  readonly name: string
  readonly blocking: boolean
}

/** Function call that waits for a result. */
export interface GeminiCall {
  readonly id: string
  readonly name: string
  readonly blocking: boolean
}

/** Text in the model's context, and the number of the client frame that contained it. */
export interface GeminiEntry extends FakeEntry {
  readonly frame: number
}

/** Settings of a connection, as read from the setup frame. */
export interface GeminiSetup {
  readonly resumption: boolean
  readonly transparent: boolean
  readonly manualActivity: boolean
  readonly interrupts: boolean
  readonly inputTranscription: boolean
  readonly outputTranscription: boolean
  readonly vadSignal: boolean
}

/** State of one connection to Gemini Live. */
export interface GeminiState {
  readonly options: FakeOptions
  readonly memory: FakeMemory
  readonly connection: number
  readonly closed: boolean
  readonly setup: GeminiSetup | undefined
  readonly openedAt: number | undefined
  readonly endsAt: number
  readonly announced: boolean
  /** Number of client frames that were processed after the setup. */
  readonly consumed: number
  readonly handles: number
  readonly instruction: string | undefined
  readonly tools: readonly DeclaredGeminiTool[]
  readonly context: readonly GeminiEntry[]
  /** Whether the client is still sending the history that `historyConfig` announced. */
  readonly history: boolean
  readonly answering: boolean
  readonly answered: boolean
  readonly speech: string
  /** Whether the last `turnComplete` was false, so that the server waits for the rest of the turn. */
  readonly waiting: boolean
  readonly userSpeaking: boolean
  readonly calls: readonly GeminiCall[]
  /** Ids of the function calls that were answered or cancelled. */
  readonly settled: readonly string[]
  readonly violations: readonly FakeViolation[]
  readonly interruptions: readonly FakeInterruption[]
}

export type GeminiStep = FakeStep<GeminiState>

/** Returns the state with one more recorded violation. */
export const addViolation = (s: GeminiState, rule: string, detail: string): GeminiState => ({
  ...s,
  violations: [...s.violations, { rule, detail }],
})

/** Closes the connection. */
export const close = (s: GeminiState, code: number, reason: string): GeminiStep => [
  { ...s, closed: true, answering: false, userSpeaking: false },
  [{ close: { code, reason: closeReason(reason) } }],
]

/** Closes the connection because of an invalid frame: with 1007 (invalid argument), unless another code is given. */
export const closeForInvalidFrame = (s: GeminiState, rule: string, detail: string, code = 1007): GeminiStep =>
  close(addViolation(s, rule, detail), code, detail)

/** Returns the vendor's error text for a malformed frame. */
export const problemText = ({ kind, path, expected }: Problem): string => {
  const field = path.split('.').at(-1)
  const where = path.split('.').slice(0, -1).join('.')
  if (kind === 'unknown')
    return `Invalid JSON payload received. Unknown name "${field}"${where === '' ? '' : ` at '${where}'`}: Cannot find field.`
  if (kind === 'missing') return `Request contains an invalid argument: ${path} is required.`
  return `Invalid value at '${path}': expected ${expected}.`
}

/**
 * Returns the state with a new entry in context. An entry of the model comes after every client frame processed so far.
 */
export const addContextEntry = (s: GeminiState, role: string, text: string, own = false): GeminiState =>
  text === ''
    ? s
    : { ...s, context: [...s.context, { role, text, frame: own ? s.consumed + 1 : s.consumed }] }
