import fc from 'fast-check'
import { tokenizerOf } from '../../src/core/count/disk.ts'
import type { Encoding } from '../../src/core/ir/model.ts'
import type { TargetName } from '../../src/core/ir/target-name.ts'
import type { Conversation } from '../../src/from.ts'
import type { Agent, Compiled, CompileOptions, EventInput } from '../../src/index.ts'
import { compile, createSession } from '../../src/index.ts'
import { fromMemory, type MemoryEntry } from '../../src/run/memory/index.ts'
import { entries } from '../../src/run/memory/test/arbitrary.ts'
import { ThreadState } from '../../src/run/memory/thread-state.ts'
import {
  arbitraryAgent,
  arbitraryEvents,
  arbitraryMessages,
  arbitraryOptions,
  arbitraryRequest,
  type MessageFormat,
} from '../arbitrary/index.ts'
import { importers } from '../importers.ts'
import { targets } from '../targets.ts'
import { copy } from './law.ts'

/** Plain data that a compile can be made from again and again. */
export interface Case {
  readonly source:
    | { readonly format: MessageFormat; readonly messages: unknown; readonly model: string | null }
    | { readonly format: null; readonly events: readonly EventInput[] }
    | { readonly format: 'memory'; readonly entries: readonly MemoryEntry[] }
  /** Declarations that win over those the messages brought; null for none. */
  readonly agent: Agent | null
  readonly options: CompileOptions
  /** The vocabulary that is given to count with; null for the one on disk. */
  readonly counter: Encoding | null
}

/** A case, compiled. */
export interface Outcome {
  readonly input: Case
  readonly conversation: Conversation
  readonly result: Compiled
  /** Number of events that an importer made; absent if it made all of them. */
  readonly imported?: number
  /** The same without a limit of the caller's. */
  unlimited(): Promise<Compiled>
}

const formats = Object.keys(importers) as readonly MessageFormat[]

const source = (target: TargetName): fc.Arbitrary<Case['source']> => {
  const wire = (format: MessageFormat): fc.Arbitrary<Case['source']> =>
    fc.record({
      format: fc.constant(format),
      messages: fc.oneof(
        { weight: 3, arbitrary: arbitraryMessages(format) },
        { weight: 1, arbitrary: arbitraryRequest(format) },
      ),
      model: fc.constantFrom(null, null, 'claude-opus-5-5', 'claude-sonnet-5', 'gpt-5.4', 'gemini-3.8-flash'),
    })
  const own = targets[target].format
  return fc.oneof(
    { weight: 4, arbitrary: wire(own) },
    { weight: 3, arbitrary: fc.record({ format: fc.constant(null), events: arbitraryEvents() }) },
    { weight: 1, arbitrary: fc.record({ format: fc.constant('memory' as const), entries: entries() }) },
    ...formats.filter(format => format !== own).map(format => ({ weight: 1, arbitrary: wire(format) })),
  )
}

/** Cases for one target. */
export const cases = (target: TargetName): fc.Arbitrary<Case> =>
  fc.record({
    source: source(target),
    agent: fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 2, arbitrary: arbitraryAgent() }),
    options: arbitraryOptions(target),
    counter: fc.constantFrom<(Encoding | null)[]>(null, null, 'o200k_base'),
  })

/** The conversation of a case, from a fresh copy of its data. */
export function conversationOf({ source: given, agent }: Case): Conversation {
  const declared = agent === null ? {} : copy(agent)
  const bare = { format: undefined as never, leading: 0 }
  if (given.format === null)
    return {
      agent: { name: 'agent', ...declared },
      session: createSession({ events: copy(given.events) }),
      ...bare,
    }
  if (given.format === 'memory') {
    const written = copy(given.entries)
    const program = fromMemory(new ThreadState('t', written, written.length, undefined))
    return { agent: { ...program.agent, ...declared }, session: program.session, ...bare }
  }
  const messages = copy(given.messages) as readonly object[]
  const read: Conversation = importers[given.format](
    messages,
    given.model === null ? {} : { model: given.model },
  )
  return { ...read, agent: { ...read.agent, ...declared } }
}

/** The option `count` of a case. */
export const countOf = ({ counter }: Case): Pick<CompileOptions, 'count'> =>
  counter === null ? {} : { count: tokenizerOf(counter) }

/** Options with more room than anything takes. */
export const withoutLimit = (options: CompileOptions): CompileOptions => ({
  ...options,
  budget: { input: 1e9, ...(typeof options.budget === 'object' ? { output: options.budget.output } : {}) },
})

/** Compiles a case from a fresh copy of its data. */
export async function outcomeOf(input: Case): Promise<Outcome> {
  const conversation = conversationOf(input)
  const options = { ...copy(input.options), ...countOf(input) }
  return {
    input,
    conversation,
    result: await compile(conversation, options),
    unlimited: () => compile(conversationOf(input), withoutLimit(options)),
  }
}
