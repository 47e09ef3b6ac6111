import type { UIChunk } from './ui-chunk.ts'

/** Step that a page's message is in: a text of it can be taken back, and everything else in it is sent again. */
export class MessageStep {
  /** Chunks of the step; null outside of one. */
  private chunks: UIChunk[] | null = null

  /** Takes note of a chunk that is sent. */
  note(chunk: UIChunk): UIChunk {
    this.chunks?.push(chunk)
    return chunk
  }

  /** Begins a step, after the one before it; an empty one goes on. */
  *begin(): Generator<UIChunk> {
    if (this.chunks?.length === 0) return
    yield* this.end()
    this.chunks = []
    yield { type: 'start-step' }
  }

  /** Takes texts back, by their ids. */
  *without(ids: ReadonlySet<string>): Generator<UIChunk> {
    const { chunks } = this
    if (chunks === null || ids.size === 0) return
    this.chunks = chunks.filter(chunk => !('id' in chunk && ids.has(chunk.id)))
    yield { type: 'data-retracted', data: { ids: [...ids] } }
    // Removes the part before it, too.
    yield { type: 'reset-step' }
    yield* this.chunks
  }

  *end(): Generator<UIChunk> {
    if (this.chunks !== null) yield { type: 'finish-step' }
    this.chunks = null
  }
}
