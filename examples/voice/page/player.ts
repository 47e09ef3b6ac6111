// Plays the model's sound. Each piece begins when the previous piece ends.
import { outputRate } from '../sound.ts'

/** Seconds of sound to collect before playing begins, so that a late piece causes no gap. */
const lead = 0.15

interface Piece {
  readonly source: AudioBufferSourceNode
  readonly begin: number
  readonly length: number
}

export class Player {
  /** The audio context uses the model's sample rate, so that nothing is resampled at the edges of pieces. */
  readonly #context = new AudioContext({ sampleRate: outputRate })
  readonly #changed: (player: Player) => void
  readonly #pieces = new Set<Piece>()
  #end = 0
  /** Number of samples that were played; `dropped` is the number that an interruption cut off. */
  played = 0
  dropped = 0

  /** Browsers allow sound only after a click or a key press, so create a player in such a handler. */
  constructor(changed: (player: Player) => void) {
    this.#changed = changed
    void this.#context.resume()
  }

  get isPlaying(): boolean {
    return this.#pieces.size > 0
  }

  play(samples: Int16Array): void {
    if (samples.length === 0) return
    const buffer = this.#context.createBuffer(1, samples.length, outputRate)
    buffer.copyToChannel(
      Float32Array.from(samples, sample => sample / 32_768),
      0,
    )
    const source = new AudioBufferSourceNode(this.#context, { buffer })
    source.connect(this.#context.destination)
    const { currentTime } = this.#context
    const begin = this.#end < currentTime ? currentTime + lead : this.#end
    source.start(begin)
    this.#end = begin + buffer.duration
    const piece = { source, begin, length: samples.length }
    this.#pieces.add(piece)
    source.onended = () => this.#done(piece, piece.length)
    this.#changed(this)
  }

  /** Stops immediately, and discards the sound that was not played yet. */
  stop(): void {
    const { currentTime } = this.#context
    for (const piece of this.#pieces) {
      piece.source.onended = null
      piece.source.stop()
      const heard = Math.round((currentTime - piece.begin) * outputRate)
      this.#done(piece, Math.max(0, Math.min(piece.length, heard)))
    }
    this.#end = 0
  }

  close(): void {
    this.stop()
    void this.#context.close()
  }

  #done(piece: Piece, heard: number): void {
    this.#pieces.delete(piece)
    this.played += heard
    this.dropped += piece.length - heard
    this.#changed(this)
  }
}
