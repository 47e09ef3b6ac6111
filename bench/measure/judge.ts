import type { fakeProvider as FakeProvider } from 'ctxc/testing'
import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'
import type { Assembler } from '../assembler/assembler.ts'
import { textsOf } from '../assembler/texts.ts'
import { importPeer } from '../library/import-peer.ts'
import { tiktoken } from '../library/tiktoken.ts'

/** Steps that are judged at most, for each library and size. */
const judgedSteps = 10
/** Counting more would take long. */
const mostCharacters = 8_000_000

/** Verdict about a library's requests of one size. */
export interface Judged {
  readonly name: string
  readonly size: number
  readonly budgeted: boolean
  /** Messages of the first request. */
  readonly messages: number
  /** By OpenAI's own tokenizer, and 4 for each message; null where counting would take long. */
  readonly tokens: number | null
  /** Rules that it breaks. */
  readonly broken: readonly string[]
  /** Requests of the steps after it: judged, illegal, over the budget. */
  steps: number
  illegal: number
  over: number
}

/** Judges requests from outside: a strict fake of the API, and OpenAI's own tokenizer. */
export interface Judge {
  readonly all: readonly Judged[]
  look(of: Pick<Assembler, 'name' | 'budgeted'>, size: number, messages: readonly ChatMessage[]): void
  step(name: string, size: number, read: () => readonly ChatMessage[]): void
}

export async function createJudge(budget: number): Promise<Judge> {
  const testing = await importPeer(new URL('../../dist/testing.js', import.meta.url).href)
  const { violations } = (testing.fakeProvider as typeof FakeProvider)('openai-chat')
  const count = await tiktoken.load()
  const all: Judged[] = []
  const broken = (messages: readonly ChatMessage[]): string[] => [
    ...new Set(violations({ model: 'gpt-4.1', messages }).map(({ rule }) => rule)),
  ]
  const tokensOf = (messages: readonly ChatMessage[]): number | null => {
    const texts = messages.flatMap(textsOf)
    if (texts.reduce((sum, { length }) => sum + length, 0) > mostCharacters) return null
    return texts.reduce((sum, text) => sum + count(text), messages.length * 4)
  }
  return {
    all,
    look({ name, budgeted }, size, messages) {
      const found = { broken: broken(messages), tokens: tokensOf(messages), messages: messages.length }
      all.push({ name, size, budgeted, ...found, steps: 0, illegal: 0, over: 0 })
    },
    step(name, size, read) {
      const judged = all.find(entry => entry.name === name && entry.size === size)
      if (!judged || judged.tokens === null || judged.steps === judgedSteps) return
      const messages = read()
      judged.steps++
      if (broken(messages).length > 0) judged.illegal++
      if ((tokensOf(messages) ?? 0) > budget) judged.over++
    },
  }
}
