import type { Program } from '../program/program.ts'
import { agentName } from '../validate/agent-name.ts'
import { Path } from '../validate/path.ts'
import { aString } from './build-options.ts'
import type { MemoryState } from './chunk.ts'
import { write } from './program.ts'
import { readState } from './read-state.ts'
import { assertRenderer, type IChunkRenderer } from './renderer.ts'
import { select } from './select.ts'
import { toldOf } from './tell.ts'

/** Options of `fromMemory`. */
export interface FromMemoryOptions {
  /**
   * Name of the agent whose answers and calls the assistant chunks are. With it the session holds every chunk, those of
   * type SYSTEM too, so that `program.session` can be the history of a pipeline in which that agent is.
   */
  readonly author?: string
  /** Words that stand before everything, as they are. */
  readonly systemPrompt?: string
  /** Whether tags name their chunk; true when left out. */
  readonly ids?: boolean
  /** Shows some chunks in a way of the program's own; the first that can is taken. */
  readonly renderers?: readonly IChunkRenderer[]
}

/**
 * A memory state as a program, to be compiled for any target: what a provider has a form for (words of a user and of an
 * agent, images, calls and results) is in that form, everything else in words between tags. Summaries stand where what
 * they stand for stood, critical chunks are never dropped, ephemeral ones that were answered are not there; disposable
 * ones are like any others, since there is no limit yet.
 *
 * @example
 * import { compile } from 'ctxc'
 * import { createState, fromMemory } from 'ctxc/memory'
 *
 * const state = createState([{ id: 'c1', type: 'AGENT', content: { type: 'TEXT', role: 'user', text: 'Hello' } }])
 * const { request } = await compile(fromMemory(state), { model: 'claude-sonnet-5', budget: 16_000 })
 * console.log(request?.messages[0]?.role) // user
 */
export function fromMemory(
  state: MemoryState,
  { author, systemPrompt, ids = true, renderers = [] }: FromMemoryOptions = {},
): Program<undefined> {
  if (author !== undefined) agentName(author, Path.named('author'))
  if (systemPrompt !== undefined) aString(systemPrompt, 'systemPrompt')
  for (const renderer of renderers) assertRenderer(renderer)
  const sound = readState(state)
  const { kept } = select(toldOf(sound, renderers), {})
  return write(kept, sound.chunkIds, { words: false, ids, systemPrompt, author, chunks: sound.chunks })
    .program
}
