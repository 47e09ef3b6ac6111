import type { SaidEffect } from './effect.ts'

/** Audio of an answer, in milliseconds: its length so far, and the length that can have been played at most. */
export interface AudioTime {
  readonly length: number
  readonly played: number
}

/** Text of the model whose audio is still being played. */
export interface PlayingText {
  readonly type: 'playing'
  readonly said: SaidEffect
  readonly audio: AudioTime
}
