import { AgentCompiler } from '../compile/agent-compiler.ts'
import { isObject } from '../ir/json.ts'
import type { Protection } from '../ir/protection.ts'
import { readProgram } from '../program/read-program.ts'
import { sharedText } from '../remember/shared.ts'
import type { FoundMemory, MemoryQuery, MemoryStore } from '../remember/store/memory-store.ts'
import { createSession } from '../session/create.ts'
import type { Owner } from '../session/owner.ts'
import { withOtherMethods } from './with-other-methods.ts'

/**
 * Returns a store in whose memories protected values are placeholders without numbers. What a search finds is lost with
 * the process, unless there is a storage. Numbers that depended on it would then mean other values in older answers.
 */
export function unnumberedMemories(memory: MemoryStore, protect: readonly Protection[] = []): MemoryStore {
  if (protect.length === 0) return memory
  return withOtherMethods(memory, {
    async search(owner: Owner, query: MemoryQuery): Promise<readonly FoundMemory[]> {
      const found: unknown = await memory.search(owner, query)
      // Something else than a list of memories is reported by the compile.
      if (!Array.isArray(found) || !found.every(isMemory)) return found as readonly FoundMemory[]
      const texts = await sharedTexts(
        found.flatMap(({ text, author = '' }) => [text, author]),
        protect,
        query.signal ?? new AbortController().signal,
      )
      return found.map((each, at) => ({
        ...each,
        text: texts[2 * at] ?? '',
        ...(each.author !== undefined && { author: texts[2 * at + 1] ?? '' }),
      }))
    },
  })
}

const isMemory = (value: unknown): value is FoundMemory =>
  isObject(value) &&
  typeof value.text === 'string' &&
  (value.author === undefined || typeof value.author === 'string')

/** Returns texts in the form that other sessions may read, after all detectors have checked them. */
async function sharedTexts(
  texts: readonly string[],
  protect: readonly Protection[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const session = createSession({ events: texts.map(text => ({ author: 'user', text })) })
  const [program, name] = [{ agent: { name: 'memories' }, session }, 'memories']
  const compiler = new AgentCompiler(readProgram(program), { protect })
  const events = await compiler.runAsyncDetectors(name, session, signal)
  const lens = compiler.agentLensOf(name, session.append(...events))
  return texts.map((_, at) => sharedText(lens.session.event(at)))
}
