/** Frames of one turn that carry steering, as they were written. */
export interface Sent {
  readonly turn: number
  readonly frames: readonly string[]
}

export const bytesOf = (text: string): number => Buffer.byteLength(text)

export const framesOf = (sent: readonly Sent[]): number =>
  sent.reduce((sum, { frames }) => sum + frames.length, 0)

export const bytesIn = (sent: readonly Sent[]): number =>
  sent.flatMap(({ frames }) => frames).reduce((sum, frame) => sum + bytesOf(frame), 0)
