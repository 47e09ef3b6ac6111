import type { Codec } from '../wire/codec.ts'

/** Most pieces of audio that wait for a connection; of more, the newest are kept. */
const mostPieces = 100

/** Audio of the user on its way: it waits for a connection, and is kept until the server has taken it where that is known. */
export class AudioQueue {
  private waiting: readonly string[] = []
  /** Pieces that were written, with their numbers in the connection. */
  private written: readonly { readonly at: number; readonly data: string }[] = []
  private readonly isKept: boolean

  /** With `isKept`, what a resumed session does not hold is sent again. */
  constructor(isKept: boolean) {
    this.isKept = isKept
  }

  get isWaiting(): boolean {
    return this.waiting.length > 0
  }

  push(data: string): void {
    this.waiting = [...this.waiting, data].slice(-mostPieces)
  }

  /** Writes what waits, as long as there is room. */
  send(codec: Codec, hasRoom: () => boolean, write: (frame: object) => boolean): void {
    for (let piece = this.waiting[0]; piece !== undefined; piece = this.waiting[0]) {
      // The codec counts what it writes.
      if (!hasRoom() || !write(codec.audio(piece))) return
      this.waiting = this.waiting.slice(1)
      if (this.isKept) this.written = [...this.written, { at: codec.count, data: piece }].slice(-mostPieces)
    }
  }

  /** Forgets what the newest handle holds. */
  taken({ consumed }: Codec): void {
    this.written = this.written.filter(({ at }) => at > consumed)
  }

  /** Lets everything wait that the next connection does not hold. */
  reconnect(): void {
    this.waiting = [...this.written.map(({ data }) => data), ...this.waiting].slice(-mostPieces)
    this.written = []
  }
}
