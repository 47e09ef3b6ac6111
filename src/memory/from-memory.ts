import type { Program } from '../compile/program.ts'
import type { MemoryState } from './chunk.ts'
import { write } from './program.ts'
import type { IChunkRenderer } from './renderer.ts'
import { toldOf } from './told.ts'

/** How a state becomes a program. */
export interface FromMemoryOptions {
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
 * they stand for stood, critical chunks are never dropped.
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
  { systemPrompt, ids = true, renderers = [] }: FromMemoryOptions = {},
): Program<undefined> {
  return write(toldOf(state, renderers), { words: false, ids, systemPrompt, state }).program
}
