import type { Codec } from '../wire/codec.ts'

/** Maximum number of audio pieces in the queue. If there are more, the newest are kept. */
const mostPieces = 100

/**
 * Queue of the user's audio. Pieces wait here for a connection. If the server reports which pieces it has processed,
 * pieces stay until then.
 */
export class AudioQueue {
  private waiting: readonly string[] = []
  /** Pieces that were written but not reported as processed, with their message numbers on the connection. */
  private written: readonly { readonly at: number; readonly data: string }[] = []
  private readonly isKept: boolean

  /** `isKept` says whether pieces that a resumed session lacks are sent again. */
  constructor(isKept: boolean) {
    this.isKept = isKept
  }

  get isWaiting(): boolean {
    return this.waiting.length > 0
  }

  queueAudioPiece(data: string): void {
    this.waiting = [...this.waiting, data].slice(-mostPieces)
  }

  /** Writes waiting pieces, as long as the socket has room. */
  writeWaitingPieces(codec: Codec, hasRoom: () => boolean, write: (frame: object) => boolean): void {
    for (let piece = this.waiting[0]; piece !== undefined; piece = this.waiting[0]) {
      // Encoding a piece increases the codec's message count.
      if (!hasRoom() || !write(codec.audio(piece))) return
      this.waiting = this.waiting.slice(1)
      if (this.isKept) this.written = [...this.written, { at: codec.count, data: piece }].slice(-mostPieces)
    }
  }

  /** Drops the pieces that the newest resumption handle includes. */
  dropHeldPieces({ consumed }: Codec): void {
    this.written = this.written.filter(({ at }) => at > consumed)
  }

  /** Puts the pieces that the next connection lacks into the queue again. */
  requeueUnheld(): void {
    this.waiting = [...this.written.map(({ data }) => data), ...this.waiting].slice(-mostPieces)
    this.written = []
  }
}
