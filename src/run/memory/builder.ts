import { AgentCompiler } from '../../core/compile/agent-compiler.ts'
import type { CompileOptions } from '../../core/compile/contract/options.ts'
import type { Compiled } from '../../core/compile/contract/result.ts'
import { readOptions } from '../../core/form/options.ts'
import { Path } from '../../core/form/path.ts'
import { readProgram } from '../../core/program/read-program.ts'
import { anyTarget } from '../../core/target/target.ts'
import { text } from '../../core/target/text/index.ts'
import type { TextRequest } from '../../core/target/text/request.ts'
import { buildForm, type ContextBuildOptions } from './build-options.ts'
import type { MemoryState } from './chunk.ts'
import { chunkFates } from './fates.ts'
import { isDisposable, type ShownItem } from './pair.ts'
import { type StateForm, taggedText } from './parts.ts'
import { type StateProgram, writeState } from './program.ts'
import { readState } from './read-state.ts'
import { renderer as aRenderer, type IChunkRenderer } from './renderer.ts'
import type { ContextBuildResult, Exclusion } from './result.ts'
import { adaptDiagnostics } from './say.ts'
import { fittingDisposables, selectItems } from './select.ts'
import { tokenizer as aTokenizer, countingWith, type ModelTokenizer, type OwnTokenizer } from './tokenizer.ts'
import { shownItemsOf } from './told.ts'

/** Share of the token limit that trimming leaves if the messages should share a prefix with the last build. */
const lowInLoop = 0.5

/** Inputs of one build, except the items to show. */
interface Making {
  readonly chunkIds: readonly string[]
  readonly manner: StateForm
  readonly options: CompileOptions
  readonly count: (text: string) => number
}

/** Builder of messages from memory states, within a token limit. No chunk's content can close the chunk's tag. */
export class ContextBuilder {
  private readonly tokenizer: ModelTokenizer | OwnTokenizer | undefined
  private readonly renderers: IChunkRenderer[] = []

  constructor(tokenizer?: ModelTokenizer | OwnTokenizer) {
    if (tokenizer !== undefined) aTokenizer(tokenizer, Path.named('createContextBuilder.tokenizer'))
    this.tokenizer = tokenizer
  }

  /** Registers the program's own renderer for some chunks. The last registered renderer is asked first. */
  registerRenderer(renderer: IChunkRenderer): this {
    aRenderer(renderer, Path.named('registerRenderer.renderer'))
    this.renderers.unshift(renderer)
    return this
  }

  /**
   * Builds the messages of a state. Keeps the newest chunks that fit, calls together with their results, and all
   * critical chunks. If the critical chunks do not fit, the result is not `ok` and names them. Throws a TypeError for
   * malformed options, and for a renderer that returns no string or no role. Never throws for the content of a state or
   * for an exception in a renderer. Sizes are in tokens.
   */
  build(state: MemoryState, options: ContextBuildOptions = {}): ContextBuildResult {
    const given = readOptions(buildForm, options, 'build')
    const { maxTokens, plan = null, low = plan === null ? 1 : lowInLoop, systemPrompt, ids = true } = given
    const counting = countingWith(given.tokenizer ?? this.tokenizer)
    const sound = readState(state)
    const { kept, excluded } = selectItems(shownItemsOf(sound, this.renderers), given)
    const missing = sound.chunkIds.filter(id => !sound.chunks.has(id))
    const made: Making = {
      count: counting.count,
      chunkIds: sound.chunkIds,
      manner: { words: true, ids, systemPrompt, chunks: sound.chunks },
      options: {
        plan,
        ...(maxTokens !== undefined && { budget: { input: maxTokens, low } }),
        ...counting.options,
      },
    }
    const { written, compiled, gone } = compileWithinLimit(kept, made)
    const fates = chunkFates(sound, written, compiled, [
      ...missing.map((id): Exclusion => ({ id, reason: 'missing' })),
      ...excluded,
      ...gone,
    ])
    const { request, tokens, diagnostics } = compiled
    return {
      ok: compiled.ok,
      messages: ((request as TextRequest | null)?.messages ?? []).map(message => ({ ...message })),
      tokenCount: tokens.input,
      tokenCountExact: counting.isExact,
      ...fates,
      diagnostics: adaptDiagnostics(diagnostics, written.events),
      eventIds: written.events.map(({ item }) => item.id),
      compiled,
    }
  }
}

interface Fitted {
  readonly written: StateProgram
  readonly compiled: Compiled
  readonly gone: readonly Exclusion[]
}

/** Compiles all items if they fit. Otherwise drops disposable chunks until the others fit. */
function compileWithinLimit(
  told: readonly ShownItem[],
  { chunkIds, manner, options, count }: Making,
): Fitted {
  const compileEntries = (entries: readonly ShownItem[]): Fitted => {
    const written = writeState(entries, chunkIds, manner)
    const compiled = new AgentCompiler(readProgram(written.program), options).compileSync(
      anyTarget(text),
      written.program.session,
    )
    const left = new Set(entries)
    const gone = told.filter(entry => !left.has(entry))
    return { written, compiled, gone: gone.map(({ item }) => ({ id: item.id, reason: 'disposable' })) }
  }
  const all = compileEntries(told)
  const { ok, ledger } = all.compiled
  if (ok && ledger.rows.every(({ reason }) => reason !== 'over-budget')) return all
  // A chunk that a summary replaces is not sent anyway, so dropping it would save no tokens.
  const live = new Set(chunkIds)
  const mayGo = new Set(told.filter(entry => isDisposable(entry) && live.has(entry.item.chunk.id)))
  if (mayGo.size === 0) return all
  const least = compileEntries(told.filter(entry => !mayGo.has(entry)))
  const more = new Set(
    fittingDisposables([...mayGo], least.compiled, entry => count(taggedText(entry, manner))),
  )
  if (more.size === 0) return least
  const back = compileEntries(told.filter(entry => !mayGo.has(entry) || more.has(entry)))
  const isWhole = back.compiled.ledger.rows.every(({ reason }) => reason !== 'over-budget')
  return back.compiled.ok && isWhole ? back : least
}

/**
 * Creates a builder. The tokenizer is used if `build` gets none. Without a tokenizer, four characters count as one
 * token.
 *
 * @example
 * import { createContextBuilder, createState, createTokenizer } from 'ctxc/memory'
 *
 * const state = createState([{ id: 'c1', type: 'AGENT', content: { type: 'TEXT', role: 'user', text: 'Hello' } }])
 * const { messages } = createContextBuilder(createTokenizer('gpt-4o')).build(state, { maxTokens: 8000 })
 * console.log(messages[0]?.content) // <user_message id="c1" role="user"> …
 */
export const createContextBuilder = (tokenizer?: ModelTokenizer | OwnTokenizer): ContextBuilder =>
  new ContextBuilder(tokenizer)
