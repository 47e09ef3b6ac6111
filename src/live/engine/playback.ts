import type { AudioTime, PlayingText } from './audio-time.ts'
import type { SaidEffect } from './effect.ts'
import type { EngineWork } from './work.ts'

/**
 * Milliseconds within which the app must report how much the user heard. Without a report, all audio that can have been
 * played counts as heard.
 */
export const heardTimeout = 1_000

/** Returns the audio times of an event; null if the event has none. */
export const readAudioTime = ({ length, played }: Partial<AudioTime>): AudioTime | null =>
  length === undefined || played === undefined ? null : { length, played }

/**
 * Returns a text of the model that waits until its audio was played; null if all audio was played, or if its times are
 * unknown.
 */
export function textStillPlaying(work: EngineWork, said: SaidEffect): PlayingText | null {
  const { audio, isTold } = work.state.playback
  if (audio === null || isTold) return null
  if (!said.isCut && (work.engine.profile.playsOut || audio.played >= audio.length)) return null
  work.setTimer('playback', said.isCut ? heardTimeout : audio.length - audio.played)
  return { type: 'playing', said, audio }
}

/** Cuts an interrupted text to the part that the user heard. */
export function cutToHeardText(said: SaidEffect, audio: AudioTime | null): SaidEffect {
  if (!said.isCut || audio === null) return said
  if (audio.length > 0) return { ...said, text: heardTextPart(said.text, audio) }
  return audio.played > 0 ? { ...said, text: `${said.text} [interrupted: heard ${audio.played} ms]` } : said
}

/**
 * Returns the part of a text that the user heard, in whole words. Assumes that the text is spread evenly over its
 * audio.
 */
export function heardTextPart(text: string, { length, played }: AudioTime): string {
  if (played >= length) return text
  const end = Math.floor((text.length * Math.max(0, played)) / length)
  const heard = text.slice(0, end)
  // A text without spaces may be cut between any two characters.
  const isWhole = /\s/.test(text[end] ?? ' ') || !/\s/.test(text.trim())
  return (
    isWhole ? heard.replace(/[\ud800-\udbff]$/, '') : heard.slice(0, Math.max(0, heard.search(/\s\S*$/)))
  ).trimEnd()
}
