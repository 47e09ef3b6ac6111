import { agentName } from '../../core/form/agent-name.ts'
import { listOf, text, trueOrFalse } from '../../core/form/check.ts'
import { type OptionsForm, readOptions } from '../../core/form/options.ts'
import type { Program } from '../../core/program/program.ts'
import type { MemoryState } from './chunk.ts'
import { writeState } from './program.ts'
import { readState } from './read-state.ts'
import { type IChunkRenderer, renderer } from './renderer.ts'
import { selectItems } from './select.ts'
import { shownItemsOf } from './told.ts'

/** Options of `fromMemory`. */
export interface FromMemoryOptions {
  /**
   * Name of the agent that made the assistant chunks. If given, SYSTEM chunks become events of the session too, so that
   * `program.session` can be the history of a pipeline with that agent.
   */
  readonly author?: string
  /** Text that is placed before all chunks, unchanged. */
  readonly systemPrompt?: string
  /** Whether each tag contains the id of its chunk; default: true. */
  readonly ids?: boolean
  /** The program's own renderers. The first renderer that accepts a chunk is used. */
  readonly renderers?: readonly IChunkRenderer[]
}

const form: OptionsForm<FromMemoryOptions> = {
  takes: { author: agentName, systemPrompt: text, ids: trueOrFalse, renderers: listOf(renderer) },
}

/**
 * Converts a memory state to a program that can be compiled for any target. Text of a user or an agent, images, calls
 * and results get the provider's own form. All other content becomes text between tags. A summary is placed where the
 * chunks that it replaces were. Critical chunks are never dropped, and answered ephemeral chunks are omitted.
 * Disposable chunks are treated like any other, because no limit is known yet.
 *
 * @example
 * import { compile } from 'ctxc'
 * import { createState, fromMemory } from 'ctxc/memory'
 *
 * const state = createState([{ id: 'c1', type: 'AGENT', content: { type: 'TEXT', role: 'user', text: 'Hello' } }])
 * const { request } = await compile(fromMemory(state), { model: 'claude-sonnet-5', budget: 16_000 })
 * console.log(request?.messages[0]?.role) // user
 */
export function fromMemory(state: MemoryState, input: FromMemoryOptions = {}): Program<undefined> {
  const { author, systemPrompt, ids = true, renderers = [] } = readOptions(form, input, 'fromMemory')
  const sound = readState(state)
  const { kept } = selectItems(shownItemsOf(sound, renderers), {})
  return writeState(kept, sound.chunkIds, { words: false, ids, systemPrompt, author, chunks: sound.chunks })
    .program
}
