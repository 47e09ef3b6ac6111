/**
 * Way in which phases and modifiers reach the model.
 *
 * | mode | system instruction | modifiers | best for |
 * |---|---|---|---|
 * | `instruction-update` (default) | replaced when the phase or a modifier changes | in the instruction | agents with another persona in each phase |
 * | `context-injection` | set once at connect, never changed | context blocks | several phases with one persona (recommended) |
 * | `hybrid` | replaced when the phase changes | context blocks | other personas, with light context per turn |
 */
export type SteeringMode = 'instruction-update' | 'context-injection' | 'hybrid'

/**
 * Delivery of context: at once, or together with the user's next input.
 *
 * | delivery | behaviour | best for |
 * |---|---|---|
 * | `immediate` (default) | in one message when the model's turn ends, or at once while nobody speaks | text, low latency |
 * | `deferred` | with what the user sends next, in the same burst | voice: a message in a silence may make the model speak |
 */
export type ContextDelivery = 'immediate' | 'deferred'

/**
 * Moment at which deferred context is sent: the beginning of the user's speech, or a text (`speech-start`), or anything
 * that the user sends, an audio frame of an open microphone included (`any-send`). The default is `speech-start` for
 * models that report speech before they answer it (OpenAI Realtime). For all others it is `any-send`, and
 * `speech-start` means the same.
 */
export type FlushOn = 'speech-start' | 'any-send'

/** Returns the texts that a mode adds to the base instruction; all others reach the model as context blocks. */
export const inInstructionOf = (
  mode: SteeringMode,
): { readonly phase: boolean; readonly modifiers: boolean } => ({
  phase: mode !== 'context-injection',
  modifiers: mode === 'instruction-update',
})

export const steeringModes: readonly SteeringMode[] = ['instruction-update', 'context-injection', 'hybrid']
export const contextDeliveries: readonly ContextDelivery[] = ['immediate', 'deferred']
export const flushPoints: readonly FlushOn[] = ['speech-start', 'any-send']
