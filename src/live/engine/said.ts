import type { SaidText } from '../declare/live-config.ts'
import type { AudioTime } from './audio-time.ts'
import type { LogEffect, SaidEffect } from './effect.ts'
import { cutToHeardText, heardTimeout, readAudioTime, textStillPlaying } from './playback.ts'
import { notPlaying } from './state.ts'
import type { EngineWork } from './work.ts'

/** Milliseconds within which the transcript of a finished speech must arrive. */
const transcriptTimeout = 2_000

/**
 * Waits for the transcript of a finished speech, if the model transcribes during its answer. Later log entries wait
 * too.
 */
export function awaitTranscript(work: EngineWork): void {
  if (!work.engine.profile.transcribesLate) return
  work.state.waiting = [...work.state.waiting, { type: 'words' }]
  work.setTimer('transcript', transcriptTimeout)
}

/** Handles a transcript of the user's speech, and then logs the entries that waited for it. */
export function handleTranscript(work: EngineWork, text: string): void {
  const { state } = work
  const at = state.waiting.findIndex(({ type }) => type === 'words')
  if (at < 0) {
    state.heard += text
    return
  }
  const said = { type: 'said', by: 'user', agent: work.config.name, text, isCut: false } as const
  state.waiting = state.waiting.with(at, said)
  if (!state.waiting.some(({ type }) => type === 'words')) work.setTimer('transcript', null)
  logReadyEntries(work)
}

/** Stops waiting for transcripts, so that waiting log entries are logged. */
export function stopAwaitingTranscripts(work: EngineWork): void {
  const { state } = work
  if (state.waiting.every(({ type }) => type !== 'words')) return
  state.waiting = state.waiting.filter(({ type }) => type !== 'words')
  work.setTimer('transcript', null)
  logReadyEntries(work)
}

/** Stops waiting for the end of audio. Of an interrupted answer, the part that can have been played is kept. */
export function stopAwaitingPlayback(work: EngineWork): void {
  const { state } = work
  if (state.waiting.every(({ type }) => type !== 'playing')) return
  state.waiting = state.waiting.map(each =>
    each.type === 'playing' ? cutToHeardText(each.said, each.audio) : each,
  )
  work.setTimer('playback', null)
  logReadyEntries(work)
}

/** Handles the app's report of how much of the newest answer the user heard. */
export function recordHeardAudio(work: EngineWork, event: AudioTime): void {
  const { state } = work
  const at = state.waiting.findLastIndex(({ type }) => type === 'playing')
  const waiting = state.waiting[at]
  if (waiting?.type === 'playing') {
    const { length } = waiting.audio
    const said = { ...waiting.said, isCut: waiting.said.isCut || event.played < length }
    state.waiting = state.waiting.with(at, { ...waiting, said, audio: { length, played: event.played } })
    stopAwaitingPlayback(work)
  } else if (state.spoke !== '') {
    state.isCut = true
    state.playback = { audio: readAudioTime(event), isTold: true }
  }
}

/** Records that the user interrupts audio that plays after its answer ended. Returns whether there is any. */
export function cutPlayingAudio(work: EngineWork, event: Partial<AudioTime>): boolean {
  const { state } = work
  const at = state.waiting.findLastIndex(each => each.type === 'playing' && !each.said.isCut)
  const waiting = state.waiting[at]
  if (waiting?.type !== 'playing') return false
  const said = { ...waiting.said, isCut: true }
  const audio = readAudioTime(event) ?? waiting.audio
  state.waiting = state.waiting.with(at, { ...waiting, said, audio })
  work.setTimer('playback', heardTimeout)
  return true
}

/** Logs the entries that need not wait any longer. */
function logReadyEntries(work: EngineWork): void {
  const { waiting } = work.state
  const at = waiting.findIndex(({ type }) => type === 'words' || type === 'playing')
  const ready = at < 0 ? waiting : waiting.slice(0, at)
  work.state.waiting = at < 0 ? [] : waiting.slice(at)
  for (const effect of ready) logEntryNow(work, effect as LogEffect)
}

/** Logs an entry now. A text is also added to the newest texts, from which facts are extracted. */
function logEntryNow(work: EngineWork, effect: LogEffect): void {
  const { state } = work
  if (effect.type === 'said' && effect.text !== '') {
    const texts = work.config.extract?.texts ?? 10
    state.recent = newestTexts([...state.recent, { by: effect.by, text: effect.text }], texts)
  }
  work.effects.push(effect.type === 'extract' ? { ...effect, said: extractionTexts(work) } : effect)
}

function extractionTexts({ state, config }: EngineWork): readonly SaidText[] {
  const playing = state.waiting.flatMap(each => (each.type === 'playing' ? [each.said] : []))
  const texts = [...state.recent, ...playing.map(({ by, text }) => ({ by, text }))]
  return texts.slice(-(config.extract?.texts ?? 10))
}

/** Logs an entry in order: if earlier entries wait for a transcript or for audio, it waits too. */
export function logEntryInOrder(work: EngineWork, effect: LogEffect): void {
  const { state } = work
  if (state.waiting.length > 0) state.waiting = [...state.waiting, effect]
  else logEntryNow(work, effect)
}

/** Requests an extraction of facts from the newest texts of the speaking agent. */
export function requestFactExtraction(work: EngineWork): void {
  const { state, config } = work
  if (config.extract === null || (state.recent.length === 0 && state.waiting.length === 0)) return
  const number = state.extraction.asked + 1
  state.extraction = { ...state.extraction, asked: number }
  const effect = { type: 'extract', agent: config.name, number, said: [] } as const
  // The extraction does not wait until audio was played, because the next answer may depend on the facts.
  if (state.waiting.every(({ type }) => type !== 'words')) logEntryNow(work, effect)
  else logEntryInOrder(work, effect)
}

/** Logs what the user and the model said since the last call. */
export function logSpokenTexts(work: EngineWork): void {
  const { state } = work
  const { heard, spoke, isCut } = state
  if (heard !== '') logText(work, 'user', heard, false)
  if (spoke !== '') {
    const text: SaidEffect = { type: 'said', by: 'model', agent: work.config.name, text: spoke, isCut }
    const waits = textStillPlaying(work, text)
    if (waits === null) logEntryInOrder(work, cutToHeardText(text, state.playback.audio))
    else state.waiting = [...state.waiting, waits]
  }
  state.heard = ''
  state.spoke = ''
  state.isCut = false
  state.playback = notPlaying
}

/** Logs a text of the user or the model. */
export const logText = (work: EngineWork, by: 'user' | 'model', text: string, isCut: boolean): void =>
  logEntryInOrder(work, { type: 'said', by, agent: work.config.name, text, isCut })

/** Maximum length of one text in characters, and maximum number of texts, that a new session gets. */
const mostCharacters = 4_000
const mostTexts = 20

/** Returns the newest texts, cut to their maximum length, for the extraction of facts and for a new session. */
export const newestTexts = (said: readonly SaidText[], texts: number): readonly SaidText[] =>
  said.slice(-Math.max(mostTexts, texts)).map(({ by, text }) => ({ by, text: text.slice(0, mostCharacters) }))

/**
 * Maximum size of the history that a new session gets, in UTF-8 bytes. A token has at least one byte, so this also
 * limits the number of tokens.
 */
const mostBytes = 8_000

/** Returns the newest texts as JSON, as the history for a new session; null if there are none. */
export function historyForNewSession({ state: { recent }, shown }: EngineWork): string | null {
  const texts: SaidText[] = []
  let bytes = 0
  for (const said of recent.slice(-mostTexts).reverse()) {
    const each: SaidText = { by: said.by, text: shown.said(said) }
    bytes += new TextEncoder().encode(each.text).length
    if (bytes > mostBytes) break
    texts.unshift(each)
  }
  return texts.length === 0 ? null : JSON.stringify(texts)
}
