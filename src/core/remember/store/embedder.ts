import type { EmbedHandler } from '../../effect/handler.ts'
import { readVectors } from '../../effect/read-vectors.ts'
import { digest } from '../../text/digest.ts'

/** Numbers for a text; null if it has none. */
export type TextVector = Float32Array | null

/**
 * Size in bytes of the mark that identifies the handler, which is stored before a vector's numbers. It is a multiple of
 * the size of a number.
 */
const markLength = 16

/** Computes vectors of memories and queries. A text without a vector is found by its words. */
export class Embedder {
  private readonly handler: EmbedHandler
  /** Name of the handler's id and version. Vectors of different names are not compared. */
  readonly name: string
  /** The name as bytes, which are stored before each vector. */
  private readonly mark: Uint8Array

  constructor(handler: EmbedHandler) {
    this.handler = handler
    this.name = digest(JSON.stringify([handler.id, handler.version ?? null])).slice(0, markLength)
    this.mark = new TextEncoder().encode(this.name)
  }

  /** Returns a vector for each text. If the handler fails, no text has one. */
  async vectorsOf(texts: readonly string[], signal?: AbortSignal): Promise<readonly TextVector[]> {
    const { batch = 100 } = this.handler
    const vectors: TextVector[] = []
    for (let from = 0; from < texts.length; from += batch) {
      signal?.throwIfAborted()
      vectors.push(...(await this.embedTexts(texts.slice(from, from + batch), signal)))
    }
    return vectors
  }

  private async embedTexts(texts: readonly string[], signal?: AbortSignal): Promise<readonly TextVector[]> {
    try {
      const about = { signal: signal ?? new AbortController().signal }
      const input = Object.freeze({ texts: Object.freeze([...texts]) })
      const made = readVectors(await this.handler.run(input, about), input)
      return made.map(vector => ('numbers' in vector ? vector.numbers : null))
    } catch {
      // A memory without a vector is stored too. Searches find it by its words.
      return texts.map(() => null)
    }
  }

  /** Returns a vector as a store keeps it: the numbers, after the mark of the handler. */
  writeVector(vector: TextVector): Uint8Array | null {
    if (vector === null) return null
    const bytes = new Uint8Array(markLength + vector.byteLength)
    bytes.set(this.mark)
    bytes.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength), markLength)
    return bytes
  }

  /** Returns a stored vector; null if another handler made it. */
  readVector(kept: Uint8Array | null): TextVector {
    if (kept === null || kept.length <= markLength || kept.length % 4 !== 0) return null
    if (!this.mark.every((byte, at) => kept[at] === byte)) return null
    return new Float32Array(kept.slice(markLength).buffer)
  }
}
