// AudioWorklet for the microphone. It turns sound of any sample rate into pieces of 32 ms at 16 kHz and 16 bits.
import { inputRate, pieceLength } from '../sound.ts'

declare const sampleRate: number
declare function registerProcessor(name: string, processor: unknown): void
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}

class Capture extends AudioWorkletProcessor {
  #piece = new Int16Array(pieceLength)
  #filled = 0
  #sum = 0
  #count = 0
  #phase = 0

  process([input]: readonly (readonly Float32Array[])[]): boolean {
    for (const sample of input?.[0] ?? []) {
      this.#sum += sample
      this.#count++
      this.#phase += inputRate
      // Each output sample is the mean of the input samples that it replaces.
      if (this.#phase < sampleRate) continue
      this.#phase -= sampleRate
      this.#push(this.#sum / this.#count)
      this.#sum = 0
      this.#count = 0
    }
    return true
  }

  #push(sample: number): void {
    this.#piece[this.#filled++] = Math.max(-1, Math.min(1, sample)) * 32_767
    if (this.#filled < pieceLength) return
    this.port.postMessage(this.#piece, [this.#piece.buffer])
    this.#piece = new Int16Array(pieceLength)
    this.#filled = 0
  }
}

registerProcessor('capture', Capture)
