import type { UIChunk } from './ui-chunk.ts'

/**
 * Current step of a message on the page. The AI SDK cannot remove a single text, so the step is reset and all other
 * chunks of it are sent again.
 */
export class MessageStep {
  /** Chunks that were sent in this step; null while no step is open. */
  private chunks: UIChunk[] | null = null

  /** Whether the current step shows a call. */
  get hasCalls(): boolean {
    return this.chunks?.some(({ type }) => type === 'tool-input-available') === true
  }

  /** Records a chunk that is sent to the page, and returns it. */
  recordChunk(chunk: UIChunk): UIChunk {
    this.chunks?.push(chunk)
    return chunk
  }

  /** Ends the previous step and begins a new one. If the current step is empty, keeps it. */
  *begin(): Generator<UIChunk> {
    if (this.chunks?.length === 0) return
    yield* this.end()
    this.chunks = []
    yield { type: 'start-step' }
  }

  /** Begins an empty step, and makes the page notice it: the AI SDK passes a step on to a page with its first part only. */
  *beginEmpty(): Generator<UIChunk> {
    yield* this.begin()
    yield { type: 'data-retracted', data: { ids: [] } }
    yield { type: 'reset-step' }
  }

  /** Removes texts from the page, by their ids. */
  *removeTexts(ids: ReadonlySet<string>): Generator<UIChunk> {
    const { chunks } = this
    if (chunks === null || ids.size === 0) return
    this.chunks = chunks.filter(chunk => !('id' in chunk && ids.has(chunk.id)))
    yield { type: 'data-retracted', data: { ids: [...ids] } }
    // A `reset-step` also removes the `data-retracted` part before it.
    yield { type: 'reset-step' }
    yield* this.chunks
  }

  *end(): Generator<UIChunk> {
    if (this.chunks !== null) yield { type: 'finish-step' }
    this.chunks = null
  }
}
