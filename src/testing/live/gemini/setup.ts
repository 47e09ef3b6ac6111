import type { HeldConversation } from '../memory.ts'
import { isWireObject, type Json } from '../shape.ts'
import { duplicateToolName, functionsOfSetup, textOfContent } from './declared.ts'
import * as shapes from './shapes.ts'
import { closeForInvalidFrame, type GeminiState, type GeminiStep, problemText } from './state.ts'

const wireObjectOrEmpty = (value: unknown): Json => (isWireObject(value) ? value : {})

/** Returns why a model generation rejects a setup. Source: live-and-memory.md A3.6, the vendor's page of each model. */
const setupProblem = (s: GeminiState, setup: Json): string | undefined => {
  const generation = s.options.generation ?? '3.8'
  const config = wireObjectOrEmpty(setup.generationConfig)
  const resumption = wireObjectOrEmpty(setup.sessionResumption)
  if (generation === '3.8') {
    if (wireObjectOrEmpty(setup.proactivity).proactiveAudio === false)
      return 'setup.proactivity.proactiveAudio must be true.'
    if ('enableAffectiveDialog' in config)
      return 'setup.generationConfig.enableAffectiveDialog is not supported.'
    if ('thinkingLevel' in wireObjectOrEmpty(config.thinkingConfig))
      return 'setup.generationConfig.thinkingConfig.thinkingLevel is not supported.'
    const modalities = config.responseModalities
    if (Array.isArray(modalities) && modalities.some(m => m !== 'AUDIO'))
      return 'setup.generationConfig.responseModalities must be AUDIO.'
  }
  if (
    resumption.handle === null
      ? generation === '3.1'
      : 'handle' in resumption && typeof resumption.handle !== 'string'
  )
    return 'setup.sessionResumption.handle must be a string.'
  // Only Vertex has `transparent`. Source: live-2026.md 0.4.
  if (resumption.transparent === true && s.options.platform !== 'vertex')
    return 'setup.sessionResumption.transparent is not supported.'
  if (setup.labels !== undefined && s.options.platform !== 'vertex') return 'setup.labels is not supported.'
  return undefined
}

/** Handles `setup`, which the client must send once, as its first frame. */
export const receiveSetup = (s: GeminiState, setup: unknown): GeminiStep => {
  const problem = shapes.setup(setup, 'setup')
  if (problem) return closeForInvalidFrame(s, `shape/${problem.kind}`, problemText(problem))
  const json = setup as Json
  if (json.model === '') return closeForInvalidFrame(s, 'setup/model', 'setup.model is required.')
  const reason = setupProblem(s, json)
  if (reason !== undefined) return closeForInvalidFrame(s, 'setup/unfit', reason)
  const tools = functionsOfSetup(s, json.tools)
  const twice = duplicateToolName(tools)
  if (twice !== undefined)
    return closeForInvalidFrame(s, 'tools/duplicate', `Duplicate function declaration found: ${twice}`)

  const handle = wireObjectOrEmpty(json.sessionResumption).handle
  const held = conversationOfHandle(s, handle)
  if (held === undefined)
    return closeForInvalidFrame(s, 'setup/handle', `BidiGenerateContent session not found: ${handle}`, 1008)
  const input = wireObjectOrEmpty(json.realtimeInputConfig)
  const next: GeminiState = {
    ...s,
    setup: {
      resumption: json.sessionResumption !== undefined,
      transparent: wireObjectOrEmpty(json.sessionResumption).transparent === true,
      manualActivity: wireObjectOrEmpty(input.automaticActivityDetection).disabled === true,
      interrupts: input.activityHandling !== 'NO_INTERRUPTION',
      inputTranscription: json.inputAudioTranscription !== undefined,
      outputTranscription: json.outputAudioTranscription !== undefined,
      vadSignal: json.explicitVadSignal === true,
    },
    // The setup of a resumed session replaces all settings: a handle has only the conversation (live-2026.md 0.5).
    instruction: json.systemInstruction === undefined ? undefined : textOfContent(json.systemInstruction),
    tools,
    context: held.context.map(entry => ({ ...entry, frame: 0 })),
    history: wireObjectOrEmpty(json.historyConfig).initialHistoryInClientContent === true,
  }
  return [next, [{ send: { setupComplete: {} } }]]
}

/**
 * Returns the conversation stored under a handle. It is empty without a handle, and undefined for an unknown handle.
 */
const conversationOfHandle = (s: GeminiState, handle: unknown): HeldConversation | undefined =>
  typeof handle === 'string' && handle !== '' ? s.memory.handles.get(handle) : { context: [] }
