import type { FakeInterruption, FakeStep, FakeViolation } from '../fake.ts'
import { closeReason } from '../frame.ts'
import type { FakeMemory } from '../memory.ts'
import type { FakeOptions } from '../options.ts'
import type { FakeEntry, Problem } from '../shape.ts'

/** Function that the model may call. */
export interface DeclaredGeminiTool {
  readonly name: string
  readonly blocking: boolean
}

/** Call that waits for a result. */
export interface GeminiCall {
  readonly id: string
  readonly name: string
  readonly blocking: boolean
}

/** Text in context, and the number of the client frame that contained it. */
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
  /** Number of processed client frames, without the setup. */
  readonly consumed: number
  readonly handles: number
  readonly instruction: string | undefined
  readonly tools: readonly DeclaredGeminiTool[]
  readonly context: readonly GeminiEntry[]
  /** Whether the history of `historyConfig` is still being sent. */
  readonly history: boolean
  readonly answering: boolean
  readonly answered: boolean
  readonly speech: string
  /** Whether the last `turnComplete` was false, so that the server waits for more. */
  readonly waiting: boolean
  readonly userSpeaking: boolean
  readonly calls: readonly GeminiCall[]
  /** Ids that were answered or cancelled. */
  readonly settled: readonly string[]
  readonly violations: readonly FakeViolation[]
  readonly interruptions: readonly FakeInterruption[]
}

export type GeminiStep = FakeStep<GeminiState>

/** Returns a state with one more violation. */
export const violate = (s: GeminiState, rule: string, detail: string): GeminiState => ({
  ...s,
  violations: [...s.violations, { rule, detail }],
})

/** Closes the connection. */
export const close = (s: GeminiState, code: number, reason: string): GeminiStep => [
  { ...s, closed: true, answering: false, userSpeaking: false },
  [{ close: { code, reason: closeReason(reason) } }],
]

/** Closes the connection because of a frame: 1007 for an invalid argument. */
export const refuse = (s: GeminiState, rule: string, detail: string, code = 1007): GeminiStep =>
  close(violate(s, rule, detail), code, detail)

/** Returns the vendor's error text for a frame of the wrong shape. */
export const wordsForProblem = ({ kind, path, expected }: Problem): string => {
  const field = path.split('.').at(-1)
  const where = path.split('.').slice(0, -1).join('.')
  if (kind === 'unknown')
    return `Invalid JSON payload received. Unknown name "${field}"${where === '' ? '' : ` at '${where}'`}: Cannot find field.`
  if (kind === 'missing') return `Request contains an invalid argument: ${path} is required.`
  return `Invalid value at '${path}': expected ${expected}.`
}

/** Returns a state with a new entry in context. The model's own entries follow every consumed frame. */
export const remember = (s: GeminiState, role: string, text: string, own = false): GeminiState =>
  text === ''
    ? s
    : { ...s, context: [...s.context, { role, text, frame: own ? s.consumed + 1 : s.consumed }] }
