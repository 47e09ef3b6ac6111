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
 * Moment at which deferred context is sent. With `speech-start`, it is sent when the user begins to speak or writes a
 * text. With `any-send`, it is sent with anything that the user sends, even an audio frame of an open microphone.
 *
 * The default is `speech-start` for models that report speech before they answer it (OpenAI Realtime). For all other
 * models the default is `any-send`, and `speech-start` has the same effect.
 */
export type FlushOn = 'speech-start' | 'any-send'

/** Returns which texts a steering mode adds to the base instruction. All others become context blocks. */
export const textsInInstruction = (
  mode: SteeringMode,
): { readonly phase: boolean; readonly modifiers: boolean } => ({
  phase: mode !== 'context-injection',
  modifiers: mode === 'instruction-update',
})

export const steeringModes: readonly SteeringMode[] = ['instruction-update', 'context-injection', 'hybrid']
export const contextDeliveries: readonly ContextDelivery[] = ['immediate', 'deferred']
export const flushPoints: readonly FlushOn[] = ['speech-start', 'any-send']
