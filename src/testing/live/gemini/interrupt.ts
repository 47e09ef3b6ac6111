import { runSteps } from '../step.ts'
import { addContextEntry, type GeminiCall, type GeminiState, type GeminiStep } from './state.ts'

/** Ends the model's answer. The part that was already said stays in context. */
export const endAnswer = (s: GeminiState): GeminiState => ({
  ...addContextEntry(s, 'model', s.speech, true),
  speech: '',
  answering: false,
  answered: true,
})

/** Starts an answer of the model, unless the server waits for the rest of the user's turn. */
export const startAnswer = (s: GeminiState): GeminiState => ({ ...s, answering: true, waiting: false })

/** Cancels the open function calls that `which` selects. Source: SDK type `LiveServerToolCallCancellation`. */
export const cancelCalls = (s: GeminiState, which: (call: GeminiCall) => boolean): GeminiStep => {
  const ids = s.calls.filter(which).map(call => call.id)
  if (ids.length === 0) return [s, []]
  const calls = s.calls.filter(call => !which(call))
  return [{ ...s, calls, settled: [...s.settled, ...ids] }, [{ send: { toolCallCancellation: { ids } } }]]
}

/** Returns the field `interactionStatus`, which model 3.8 always sends with `turnComplete`. Source: SDK types. */
export const interactionStatusField = (s: GeminiState, more = false): object =>
  (s.options.generation ?? '3.8') === '3.8' ? { interactionStatus: more ? 'IN_PROGRESS' : 'IDLE' } : {}

/**
 * Interrupts the model: new user input ends the running answer and cancels open BLOCKING calls. An interrupted turn has
 * no `generationComplete`, only `interrupted` and then `turnComplete`. Source: SDK type `LiveServerContent`.
 */
export const interrupt = (s: GeminiState, by: string, at: number): GeminiStep => {
  const running = s.answering
  return runSteps(
    s,
    s => (running ? [s, [{ send: { serverContent: { interrupted: true } } }]] : [s, []]),
    s => cancelCalls(s, call => call.blocking),
    s =>
      running
        ? [
            { ...endAnswer(s), interruptions: [...s.interruptions, { by, at }] },
            [{ send: { serverContent: { turnComplete: true, ...interactionStatusField(s) } } }],
          ]
        : [s, []],
  )
}
