import type { EffectOutcome } from '../ir/event.ts'
import { shortenForError } from '../text/columns.ts'
import { writeFloats } from '../text/floats.ts'
import { reasonOf } from '../text/reason.ts'
import type { Effect } from './effect.ts'
import type { EmbedHandler } from './handler.ts'
import { readVectors, type Vector } from './read-vectors.ts'
import { untilAborted } from './until-aborted.ts'

type Embed = Effect<'embed'>

/** Splits effects into batches, one for each call of a handler. */
export function batchesOf(wants: readonly Embed[], { batch = 100 }: EmbedHandler): Embed[][] {
  const count = Math.ceil(wants.length / batch)
  return Array.from({ length: count }, (_, index) => wants.slice(index * batch, (index + 1) * batch))
}

/** Calls a handler with one batch and returns the outcomes; none if the signal is aborted. Never throws. */
export async function embedBatch(
  batch: readonly Embed[],
  handler: EmbedHandler,
  signal: AbortSignal,
): Promise<EffectOutcome[]> {
  if (signal.aborted) return []
  const vectors = await callEmbed(batch, handler, signal)
  return vectors.map((vector, index) => {
    const { key } = batch[index] as Embed
    const about = { kind: 'embed', key, handler: handler.id } as const
    return 'numbers' in vector
      ? { ...about, output: writeFloats(vector.numbers) }
      : { ...about, error: shortenForError(vector.error) }
  })
}

async function callEmbed(
  batch: readonly Embed[],
  handler: EmbedHandler,
  signal: AbortSignal,
): Promise<readonly Vector[]> {
  // The list of texts is frozen: the handler must not change it, because the handler's result is compared with it.
  const input = Object.freeze({ texts: Object.freeze(batch.map(({ input: { text } }) => text)) })
  try {
    return readVectors(await untilAborted(handler.run(input, { signal }), signal), input)
  } catch (error) {
    return signal.aborted ? [] : batch.map(() => ({ error: reasonOf(error) }))
  }
}
