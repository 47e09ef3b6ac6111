import { notPossible, serverError } from '../../core/diag/live.ts'
import type { AudioTime } from './audio-time.ts'
import { called, cancelled, finished, progressed } from './calls.ts'
import { confirm, failed, written } from './confirm.ts'
import { closed, ready, setUp } from './connection.ts'
import type { LiveEffect } from './effect.ts'
import type { LiveEvent } from './event.ts'
import { flush } from './flush.ts'
import { isNothing, pendingIn } from './pending.ts'
import { evaluate, extracted, setValues } from './phases.ts'
import { audioIn } from './playback.ts'
import { reconnect } from './reconnect.ts'
import {
  cutPlaying,
  expectTranscript,
  hear,
  heardUntil,
  note,
  said,
  stopPlaying,
  stopTranscripts,
} from './said.ts'
import { breakSilence } from './silence.ts'
import { start } from './start.ts'
import type { EngineState } from './state.ts'
import { timer } from './timer.ts'
import { counted } from './tokens.ts'
import { finishTurn, pauseTurn, spoke } from './turn.ts'
import type { EngineConfig } from './wanted.ts'
import { Work, writtenByUser } from './work.ts'

/** Milliseconds after which somebody who interrupted counts as silent, where the end of speech has no notice. */
const speechTimeout = 10_000

/** Milliseconds before a connection ends at which the conversation leaves it, whoever speaks. */
const margin = 2_000

type Of<Type extends LiveEvent['type']> = Extract<LiveEvent, { readonly type: Type }>

/** Returns the next state of a conversation, and what is to be done. Pure: the same inputs give the same outputs. */
export function step(
  engine: EngineConfig,
  before: EngineState,
  event: LiveEvent,
): readonly [EngineState, readonly LiveEffect[]] {
  if (before.status === 'ended') return [before, []]
  const work = new Work(engine, before)
  if (signs.has(event.type)) work.state.attempts = 0
  take(work, event)
  breakSilence(work, event)
  settle(work)
  return [work.state, work.effects]
}

/** Events by which a model shows that its connection holds. */
const signs: ReadonlySet<LiveEvent['type']> = new Set([
  'answer-started',
  'heard',
  'spoke',
  'called',
  'handle',
  'usage',
  'acked',
])

function take(work: Work, event: LiveEvent): void {
  const { state } = work
  switch (event.type) {
    case 'start':
      return start(work, event)
    case 'stop':
      stopTranscripts(work)
      said(work)
      stopPlaying(work)
      state.status = 'ended'
      return void work.effects.push({ type: 'close', reason: 'stopped' })
    case 'opened':
      return setUp(work)
    case 'ready':
      return ready(work)
    case 'closed':
      return closed(work, event)
    case 'written':
      return written(work, event.frame)
    case 'acked':
      return confirm(work, event.frame)
    case 'failed':
      if (state.flying[event.frame]?.kind === 'setup')
        return closed(work, { type: 'closed', reason: event.reason ?? 'the setup was not taken' })
      return failed(work, event.frame, event)
    case 'removed':
      return removed(work, event.item)
    case 'answer-started':
      state.isAnswering = true
      state.isExpecting = false
      state.isSpeaking = false
      return work.timer('answer', null)
    case 'interrupted':
      state.isAnswering = false
      state.isExpecting = false
      state.isSpeaking = true
      cut(work, event)
      // Noise that nobody answers would count as speech for ever where its end has no notice.
      if (!work.engine.profile.noticesSpeechFirst) work.timer('speech', speechTimeout)
      return void work.effects.push({ type: 'cut', goesOn: true })
    case 'waiting':
      state.isAnswering = false
      state.isExpecting = false
      return work.timer('answer', null)
    case 'interrupt':
      return interrupt(work, event)
    case 'heard-until':
      return heardUntil(work, event)
    case 'speech-started':
      // Words that came after the turn belong to the speech before.
      if (state.spoke === '') said(work)
      if (cutPlaying(work, event)) work.effects.push({ type: 'cut', goesOn: false })
      state.isSpeaking = true
      return flush(work, 'speech')
    case 'speech-stopped':
      state.isSpeaking = false
      work.timer('speech', null)
      expectTranscript(work)
      if (work.engine.profile.answersSpeech) {
        // The server lets the model answer, and what it was to answer besides.
        state.speakDue = false
        work.expectAnswer()
      }
      return
    case 'turn-complete':
      if (!state.playback.isTold && event.length !== undefined) state.playback = played(event)
      return finishTurn(work, event.goesOn === true)
    case 'heard':
      pauseTurn(work)
      hear(work, event.text)
      return heard(work)
    case 'spoke':
      return spoke(work, event.text)
    case 'called':
      return called(work, event)
    case 'calls-cancelled':
      return cancelled(work, event.ids)
    case 'handle':
      // An older handle is better than none: it still holds most of the conversation.
      state.handle = event.id ?? state.handle
      state.isResumable = event.id !== null
      if (event.id === null) return
      state.held = heldBy(work, event.holds)
      state.holdsHistory =
        state.history === null || (state.held === null ? state.told : state.held).history !== undefined
      state.unheld = state.unheld.filter(({ frame }) => frame > (event.holds ?? -1))
      // Now another connection can carry what had to be told as context.
      state.refused = state.refused.filter(each => !each.endsWith('/reconnect'))
      return
    case 'usage':
      return counted(work, event)
    case 'server-error':
      return work.report(serverError(event.reason))
    case 'go-away':
      state.isGoingAway = true
      return work.timer('go-away', Math.max(0, event.timeLeft - margin))
    case 'sending':
      return sending(work, event)
    case 'set':
      setValues(work, event.set, event.delete)
      return evaluate(work)
    case 'result':
      return finished(work, event)
    case 'progress':
      return progressed(work, event)
    case 'extracted':
      return extracted(work, event)
    case 'timer':
      return timer(work, event.name)
  }
}

/** Sends what has become possible by an event. */
function settle(work: Work): void {
  const { state } = work
  if (state.status !== 'open') return
  if (state.isGoingAway && work.isQuiet && Object.keys(state.flying).length === 0) return reconnect(work)
  flush(work, 'any')
  if (state.status !== 'open' || !state.speakDue || !work.isQuiet || state.isWaiting) return
  flush(work, 'speak')
  const isTold = work.engine.profile.repliesLate || Object.keys(state.flying).length === 0
  if (state.status !== 'open' || !isTold || !isNothing(pendingIn(work.engine, state))) return
  state.speakDue = false
  work.send({ kind: 'speak' })
  work.expectAnswer()
}

/** Returns what a handle is known to hold; null where nobody knows. The setup of the next connection has the rest. */
function heldBy({ state }: Work, holds: number | undefined): EngineState['held'] {
  if (holds === undefined) return null
  const held = Object.entries(state.told).filter(
    ([slot, { frame }]) => frame <= holds && slot !== 'instruction' && slot !== 'tools',
  )
  return Object.fromEntries(held)
}

/** Takes note that the user's words have come. */
function heard(work: Work): void {
  const { profile } = work.engine
  // The answer to them begins before its first sound: context would end it.
  if (profile.contextInterrupts) work.expectAnswer()
  // Without turns, words are the only notice of speech.
  if (!profile.hasTurns) flush(work, 'speech')
}

/** Takes note that the answer was cut off. While an older one was played, nobody has heard any of it. */
function cut(work: Work, event: Partial<AudioTime>): void {
  const isUnheard = cutPlaying(work, event)
  work.state.isCut = true
  work.state.playback = isUnheard ? { audio: { length: 1, played: 0 }, isTold: true } : played(event)
}

const played = (event: Partial<AudioTime>): EngineState['playback'] => ({
  audio: audioIn(event),
  isTold: false,
})

function interrupt(work: Work, event: Of<'interrupt'>): void {
  const { state, engine } = work
  if (!state.isAnswering) {
    if (cutPlaying(work, event)) work.effects.push({ type: 'cut', goesOn: false })
    return
  }
  cut(work, event)
  work.effects.push({ type: 'cut', goesOn: true })
  if (engine.profile.cancels) work.send({ kind: 'cancel' })
  else work.report(notPossible('stop an answer', engine.profile.name))
}

/** Takes note that the server dropped a block: what it told is to be told again. */
function removed({ state }: Work, item: string): void {
  const told = Object.entries(state.told).filter(([, each]) => each.item !== item)
  state.told = Object.fromEntries(told)
}

function sending(work: Work, event: Of<'sending'>): void {
  flush(work, event.what)
  if (event.what !== 'text') return
  const text = work.shown.said({ by: 'user', text: event.text })
  const unsaid = { id: `text-${work.state.nextFrame}`, text: writtenByUser(text) }
  note(work, 'user', event.text, false)
  if (work.state.status !== 'open') {
    // Numbers of frames are not taken twice.
    work.state.nextFrame += 1
    work.tellLate(unsaid.id, unsaid.text)
    work.state.speakDue = true
    return
  }
  work.send({ kind: 'text', text }, {}, { unsaid })
  const { profile } = work.engine
  if (!profile.answersResults) work.state.speakDue = true
  else if (profile.contextInterrupts) work.expectAnswer()
}
