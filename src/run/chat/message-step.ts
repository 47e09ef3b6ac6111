import type { UIChunk } from './ui-chunk.ts'

/**
 * Current step of a page's message. To remove one of its texts, the step is reset and everything else in it is sent
 * again.
 */
export class MessageStep {
  /** Chunks of the step; null outside a step. */
  private chunks: UIChunk[] | null = null

  /** Records a sent chunk. */
  recordChunk(chunk: UIChunk): UIChunk {
    this.chunks?.push(chunk)
    return chunk
  }

  /** Begins a step after the previous one; an empty step is continued instead. */
  *begin(): Generator<UIChunk> {
    if (this.chunks?.length === 0) return
    yield* this.end()
    this.chunks = []
    yield { type: 'start-step' }
  }

  /** Removes texts from the page, by their ids. */
  *removeTexts(ids: ReadonlySet<string>): Generator<UIChunk> {
    const { chunks } = this
    if (chunks === null || ids.size === 0) return
    this.chunks = chunks.filter(chunk => !('id' in chunk && ids.has(chunk.id)))
    yield { type: 'data-retracted', data: { ids: [...ids] } }
    // A `reset-step` also removes the data part before it.
    yield { type: 'reset-step' }
    yield* this.chunks
  }

  *end(): Generator<UIChunk> {
    if (this.chunks !== null) yield { type: 'finish-step' }
    this.chunks = null
  }
}
