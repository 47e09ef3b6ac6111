import type { Codec } from '../wire/codec.ts'

/** Maximum number of audio pieces that wait for a connection; the newest are kept. */
const mostPieces = 100

/**
 * Queue of the user's audio: pieces wait for a connection, and stay until the server has processed them, if it reports
 * that.
 */
export class AudioQueue {
  private waiting: readonly string[] = []
  /** Pieces that were written, with their number in the connection. */
  private written: readonly { readonly at: number; readonly data: string }[] = []
  private readonly isKept: boolean

  /** `isKept`: whether pieces that a resumed session does not hold are sent again. */
  constructor(isKept: boolean) {
    this.isKept = isKept
  }

  get isWaiting(): boolean {
    return this.waiting.length > 0
  }

  push(data: string): void {
    this.waiting = [...this.waiting, data].slice(-mostPieces)
  }

  /** Writes the waiting pieces while the socket has room. */
  send(codec: Codec, hasRoom: () => boolean, write: (frame: object) => boolean): void {
    for (let piece = this.waiting[0]; piece !== undefined; piece = this.waiting[0]) {
      // The codec numbers the messages that it writes.
      if (!hasRoom() || !write(codec.audio(piece))) return
      this.waiting = this.waiting.slice(1)
      if (this.isKept) this.written = [...this.written, { at: codec.count, data: piece }].slice(-mostPieces)
    }
  }

  /** Drops the pieces that the newest handle holds. */
  dropHeldPieces({ consumed }: Codec): void {
    this.written = this.written.filter(({ at }) => at > consumed)
  }

  /** Queues again all pieces that the next connection does not hold. */
  requeueUnheld(): void {
    this.waiting = [...this.written.map(({ data }) => data), ...this.waiting].slice(-mostPieces)
    this.written = []
  }
}
