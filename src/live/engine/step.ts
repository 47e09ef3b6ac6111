import { notPossible, serverError } from '../../core/diag/live.ts'
import type { AudioTime } from './audio-time.ts'
import { cancelServerCalls, handleCall, handleToolProgress, handleToolResult } from './calls.ts'
import { confirmMessage, recordMessageLost, recordMessageWritten } from './confirm.ts'
import { handleConnectionClose, recordSetupAccepted, sendSetup } from './connection.ts'
import type { LiveEffect } from './effect.ts'
import type { LiveEvent } from './event.ts'
import { sendPendingChanges } from './flush.ts'
import { hasNoChanges, pendingChanges } from './pending.ts'
import { setStateValues, storeExtractedFacts, takeTransitions } from './phases.ts'
import { readAudioTime } from './playback.ts'
import { moveToNewConnection } from './reconnect.ts'
import {
  awaitTranscript,
  cutPlayingAudio,
  handleTranscript,
  logSpokenTexts,
  logText,
  recordHeardAudio,
  stopAwaitingPlayback,
  stopAwaitingTranscripts,
} from './said.ts'
import { updateSilenceTimer } from './silence.ts'
import { startConversation } from './start.ts'
import type { EngineState } from './state.ts'
import { handleTimer } from './timer.ts'
import { recordTokens } from './tokens.ts'
import { endTurnAfterPause, finishTurn, handleModelText } from './turn.ts'
import type { EngineConfig } from './wanted.ts'
import { EngineWork, userTextAsContext } from './work.ts'

/** Milliseconds until a user who interrupted counts as silent, for protocols that do not report the end of speech. */
const speechTimeout = 10_000

/** Milliseconds before a connection's end at which the conversation leaves it, even while somebody speaks. */
const margin = 2_000

type Of<Type extends LiveEvent['type']> = Extract<LiveEvent, { readonly type: Type }>

/**
 * Returns the next state of a conversation, and the effects to perform. A pure function: equal inputs give equal
 * outputs.
 */
export function step(
  engine: EngineConfig,
  before: EngineState,
  event: LiveEvent,
): readonly [EngineState, readonly LiveEffect[]] {
  if (before.status === 'ended') return [before, []]
  const work = new EngineWork(engine, before)
  if (signs.has(event.type)) work.state.attempts = 0
  // A record of a later release may contain types of events that this release does not know.
  if (Object.hasOwn(handlers, event.type))
    (handlers[event.type] as (work: EngineWork, event: LiveEvent) => void)(work, event)
  updateSilenceTimer(work, event)
  sendWhatIsPossible(work)
  return [work.state, work.effects]
}

/** Events that show that the connection works. */
const signs: ReadonlySet<LiveEvent['type']> = new Set([
  'answer-started',
  'heard',
  'spoke',
  'called',
  'handle',
  'usage',
  'acked',
])

/** Handlers by type of event. Each handler changes the state and adds effects. */
const handlers: { readonly [Type in LiveEvent['type']]: (work: EngineWork, event: Of<Type>) => void } = {
  start: startConversation,
  stop: stopConversation,
  opened: sendSetup,
  ready: recordSetupAccepted,
  closed: handleConnectionClose,
  written: (work, { frame }) => recordMessageWritten(work, frame),
  acked: (work, { frame }) => confirmMessage(work, frame),
  failed: handleRefusedMessage,
  removed: (work, { item }) => handleRemovedBlock(work, item),
  'answer-started': handleAnswerStart,
  interrupted: handleInterruption,
  waiting: handleModelWaiting,
  interrupt: stopModelAnswer,
  'heard-until': recordHeardAudio,
  'speech-started': handleSpeechStart,
  'speech-stopped': handleSpeechEnd,
  'turn-complete': handleTurnEnd,
  heard(work, { text }) {
    endTurnAfterPause(work)
    handleTranscript(work, text)
    handleUserSpeech(work)
  },
  spoke: (work, { text }) => handleModelText(work, text),
  called: handleCall,
  'calls-cancelled': (work, { ids }) => cancelServerCalls(work, ids),
  handle: storeResumptionHandle,
  usage: recordTokens,
  'server-error': (work, { reason }) => work.reportDiagnostic(serverError(reason)),
  'go-away'(work, { timeLeft }) {
    work.state.isGoingAway = true
    work.setTimer('go-away', Math.max(0, timeLeft - margin))
  },
  sending: handleUserInput,
  set(work, { set, delete: keys }) {
    setStateValues(work, set, keys)
    takeTransitions(work)
  },
  result: handleToolResult,
  progress: handleToolProgress,
  extracted: storeExtractedFacts,
  timer: (work, { name }) => handleTimer(work, name),
}

function stopConversation(work: EngineWork): void {
  stopAwaitingTranscripts(work)
  logSpokenTexts(work)
  stopAwaitingPlayback(work)
  work.state.status = 'ended'
  work.effects.push({ type: 'close', reason: 'stopped' })
}

/** Records that the server refused a message. If the message is the setup, the connection has failed. */
function handleRefusedMessage(work: EngineWork, event: Of<'failed'>): void {
  if (work.state.flying[event.frame]?.kind === 'setup')
    handleConnectionClose(work, { type: 'closed', reason: event.reason ?? 'the setup was not taken' })
  else recordMessageLost(work, event.frame, event)
}

function handleAnswerStart(work: EngineWork): void {
  const { state } = work
  state.isAnswering = true
  state.isExpecting = false
  state.isSpeaking = false
  work.setTimer('answer', null)
}

function handleInterruption(work: EngineWork, event: Of<'interrupted'>): void {
  const { state } = work
  state.isAnswering = false
  state.isExpecting = false
  state.isSpeaking = true
  handleCutAnswer(work, event)
  // If the protocol does not report the end of speech, noise that gets no answer would count as speech forever.
  if (!work.engine.profile.noticesSpeechFirst) work.setTimer('speech', speechTimeout)
  work.effects.push({ type: 'cut', goesOn: true })
}

function handleModelWaiting(work: EngineWork): void {
  work.state.isAnswering = false
  work.state.isExpecting = false
  work.setTimer('answer', null)
}

function handleSpeechStart(work: EngineWork, event: Of<'speech-started'>): void {
  // A transcript that arrived since the model's last turn belongs to an earlier speech, so it is logged now.
  if (work.state.spoke === '') logSpokenTexts(work)
  if (cutPlayingAudio(work, event)) work.effects.push({ type: 'cut', goesOn: false })
  work.state.isSpeaking = true
  sendPendingChanges(work, 'speech')
}

function handleSpeechEnd(work: EngineWork): void {
  work.state.isSpeaking = false
  work.setTimer('speech', null)
  awaitTranscript(work)
  if (!work.engine.profile.answersSpeech) return
  // The server starts this answer itself. The answer also covers everything else that waits for one.
  work.state.speakDue = false
  work.awaitAnswer()
}

function handleTurnEnd(work: EngineWork, event: Of<'turn-complete'>): void {
  const { state } = work
  if (!state.playback.isTold && event.length !== undefined) state.playback = playbackOf(event)
  finishTurn(work, event.goesOn === true)
}

function storeResumptionHandle(work: EngineWork, { id, holds }: Of<'handle'>): void {
  const { state } = work
  // Without a newer handle, the older one is kept, because it still includes most of the conversation.
  state.handle = id ?? state.handle
  state.isResumable = id !== null
  if (id === null) return
  state.held = textsHeldByHandle(work, holds)
  state.holdsHistory =
    state.history === null || (state.held === null ? state.told : state.held).history !== undefined
  state.unheld = state.unheld.filter(({ frame }) => frame > (holds ?? -1))
  // A new connection that resumes by this handle can apply changes that were refused before, so they need no
  // context message.
  state.refused = state.refused.filter(each => !each.endsWith('/reconnect'))
}

/** Sends everything that may be sent after the last event. */
function sendWhatIsPossible(work: EngineWork): void {
  const { state } = work
  if (state.status !== 'open') return
  if (state.isGoingAway && work.isQuiet && Object.keys(state.flying).length === 0)
    return moveToNewConnection(work)
  sendPendingChanges(work, 'any')
  if (state.status !== 'open' || !state.speakDue || !work.isQuiet || state.isWaiting) return
  sendPendingChanges(work, 'speak')
  const isTold = work.engine.profile.repliesLate || Object.keys(state.flying).length === 0
  if (state.status !== 'open' || !isTold || !hasNoChanges(pendingChanges(work.engine, state))) return
  state.speakDue = false
  work.sendEngineMessage({ kind: 'speak' })
  work.awaitAnswer()
}

/** Returns the texts that a handle includes, without those of the next setup; null if they are unknown. */
function textsHeldByHandle({ state }: EngineWork, holds: number | undefined): EngineState['held'] {
  if (holds === undefined) return null
  const held = Object.entries(state.told).filter(
    ([slot, { frame }]) => frame <= holds && slot !== 'instruction' && slot !== 'tools',
  )
  return Object.fromEntries(held)
}

/** Sends context, or waits for an answer, after a transcript of the user's speech. */
function handleUserSpeech(work: EngineWork): void {
  const { profile } = work.engine
  // The model may already prepare its answer. Context that is sent now would end the answer.
  if (profile.contextInterrupts) work.awaitAnswer()
  // On models without turns, a transcript is the only sign of speech.
  if (!profile.hasTurns) sendPendingChanges(work, 'speech')
}

/** Records that the answer was cut off. If an older answer still played, the user heard nothing of the newer one. */
function handleCutAnswer(work: EngineWork, event: Partial<AudioTime>): void {
  const isUnheard = cutPlayingAudio(work, event)
  work.state.isCut = true
  work.state.playback = isUnheard ? { audio: { length: 1, played: 0 }, isTold: true } : playbackOf(event)
}

const playbackOf = (event: Partial<AudioTime>): EngineState['playback'] => ({
  audio: readAudioTime(event),
  isTold: false,
})

function stopModelAnswer(work: EngineWork, event: Of<'interrupt'>): void {
  const { state, engine } = work
  if (!state.isAnswering) {
    if (cutPlayingAudio(work, event)) work.effects.push({ type: 'cut', goesOn: false })
    return
  }
  handleCutAnswer(work, event)
  work.effects.push({ type: 'cut', goesOn: true })
  if (engine.profile.cancels) work.sendEngineMessage({ kind: 'cancel' })
  else work.reportDiagnostic(notPossible('stop an answer', engine.profile.name))
}

/** Records that the model's context no longer contains a block, so that its texts are sent again. */
function handleRemovedBlock({ state }: EngineWork, item: string): void {
  const told = Object.entries(state.told).filter(([, each]) => each.item !== item)
  state.told = Object.fromEntries(told)
}

function handleUserInput(work: EngineWork, event: Of<'sending'>): void {
  sendPendingChanges(work, event.what)
  if (event.what !== 'text') return
  const text = work.shown.said({ by: 'user', text: event.text })
  const unsaid = { id: `text-${work.state.nextFrame}`, text: userTextAsContext(text) }
  logText(work, 'user', event.text, false)
  if (work.state.status !== 'open') {
    // Every message needs its own number, even if it is not sent.
    work.state.nextFrame += 1
    work.addLateContext(unsaid.id, unsaid.text)
    work.state.speakDue = true
    return
  }
  work.sendEngineMessage({ kind: 'text', text }, {}, { unsaid })
  const { profile } = work.engine
  if (!profile.answersResults) work.state.speakDue = true
  else if (profile.contextInterrupts) work.awaitAnswer()
}
