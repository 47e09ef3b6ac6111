import type { SaidEffect } from './effect.ts'

/** Audio of an answer, in milliseconds: its length so far, and the maximum that can have been played. */
export interface AudioTime {
  readonly length: number
  readonly played: number
}

/** Text of the model whose audio is being played. */
export interface PlayingText {
  readonly type: 'playing'
  readonly said: SaidEffect
  readonly audio: AudioTime
}
