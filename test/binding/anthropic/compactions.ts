import { expect } from 'vitest'
import type { BindingProvider } from '../../../src/testing/fake/binding/index.ts'
import type { BindingCase } from '../cases.ts'
import { compact, dead, grown, next, pathsOf, type Request, start, system, user } from './conversation.ts'

/** Compacts a request on demand, and returns the block. */
const summarize = (provider: BindingProvider, request: Request, rest: object = {}): any =>
  (provider.answer({ ...request, compaction: { type: 'summarize' }, ...rest }).body.content as any)[0]

/** Makes a case that compacts the first three messages of a conversation, and keeps the rest. */
const keeping = (
  title: string,
  change: (request: Request) => unknown,
  verdict: unknown = [],
  { summarized = 3, rest = {} }: { summarized?: number; rest?: object } = {},
): BindingCase => ({
  title,
  options: { betas: [compact] },
  play: provider => {
    const request = structuredClone(grown(provider))
    const block = summarize(provider, { ...request, messages: request.messages.slice(0, summarized) }, rest)
    request.messages.splice(0, summarized, { role: 'assistant', content: [block] })
    change(request)
    const { refused } = provider.judge(request)
    return refused ?? pathsOf(provider, request)
  },
  verdict,
})

export const compactions: readonly BindingCase[] = [
  keeping('kept turns stay valid behind a signed block', () => {}),
  keeping('a block may stand in the first kept message', r =>
    r.messages.splice(0, 2, {
      role: 'assistant',
      content: [r.messages[0]!.content[0], ...r.messages[1]!.content],
    }),
  ),
  keeping('a new system prompt in the compaction ends the kept thinking', () => {}, dead(1, 3, 5), {
    summarized: 1,
    rest: { system: 'Other.' },
  }),
  keeping(
    'a new system prompt after the compaction ends the kept thinking',
    r => (r.system = 'Other.'),
    dead(1, 3),
  ),
  keeping('a compaction by an older model ends the kept thinking', () => {}, dead(1, 3), {
    rest: { model: 'claude-opus-5' },
  }),
  keeping('a skipped turn ends the kept thinking', r => r.messages.splice(1, 2), dead(1)),
  keeping(
    'a summarized message behind the block ends the kept thinking',
    r => r.messages.splice(1, 0, user('Go on.')),
    dead(2, 4),
  ),
  keeping(
    'a system message between block and kept turns ends their thinking',
    r => r.messages.splice(1, 0, system('Now.')),
    dead(2, 4),
  ),
  keeping('kept thinking may lose its oldest block', r => r.messages[1]!.content.shift()),
  keeping(
    'an altered block is refused',
    r => (r.messages[0]!.content[0].content = 'Other.'),
    expect.stringContaining('compaction_content_mismatch'),
  ),
  keeping(
    'a block with another signature is refused',
    r => (r.messages[0]!.content[0].signature = 'x'),
    expect.stringContaining('compaction_signature_invalid'),
  ),
  keeping(
    'summarized messages in front of the block are refused',
    r => r.messages.unshift(user('Hi')),
    expect.stringContaining('compaction_block_misplaced'),
  ),
  keeping(
    'a marked block is the same',
    r => (r.messages[0]!.content[0].cache_control = { type: 'ephemeral' }),
  ),
  {
    title: 'a block is refused without its header',
    play: (provider, sibling) => {
      const block = summarize(sibling({ betas: [compact] }), grown(provider))
      return provider.judge(start({ messages: [{ role: 'assistant', content: [block] }, user('Go on.')] }))
        .refused
    },
    verdict: expect.stringContaining('`compaction` is not an expected block type'),
  },
  {
    title: 'headers may stand in betas of the request, as the SDK takes them',
    play: provider => {
      const request = grown(provider, start({ betas: ['compact-2026-09-04'] }))
      const block = summarize(provider, request)
      const messages = [{ role: 'assistant', content: [block] }, user('Go on.')]
      return provider.judge({ ...request, messages })
    },
    verdict: { alive: 0, dead: [], refused: null },
  },
  {
    title: 'a kept message of the role of the last summarized one ends the kept thinking',
    options: { betas: [compact] },
    play: provider => {
      const request = grown(provider, start({ messages: [user('Hi'), user('There')] }))
      const block = summarize(provider, { ...request, messages: request.messages.slice(0, 1) })
      return pathsOf(provider, {
        ...request,
        messages: [{ role: 'assistant', content: [block] }, ...request.messages.slice(1)],
      })
    },
    verdict: dead(2, 4, 6),
  },
  {
    title: 'everything compacted, system and tools may change',
    options: { betas: [compact] },
    play: provider => {
      const block = summarize(provider, grown(provider))
      const request = start({
        system: 'New.',
        tools: [],
        messages: [{ role: 'assistant', content: [block] }, user('Go on.')],
      })
      return pathsOf(provider, next(provider, next(provider, request)))
    },
    verdict: [],
  },
  {
    title: 'thinking stays valid behind a second compaction',
    options: { betas: [compact] },
    play: provider => {
      const request = grown(provider)
      const first = summarize(provider, { ...request, messages: request.messages.slice(0, 3) })
      const later = next(provider, {
        ...request,
        messages: [{ role: 'assistant', content: [first] }, ...request.messages.slice(3)],
      })
      const second = summarize(provider, { ...later, messages: later.messages.slice(0, 3) })
      return provider.judge({
        ...later,
        messages: [{ role: 'assistant', content: [second] }, ...later.messages.slice(3)],
      })
    },
    verdict: { alive: 2, dead: [], refused: null },
  },
  {
    title: 'thinking made behind a block needs the block',
    options: { betas: [compact] },
    play: provider => {
      const whole = next(provider, start())
      const block = summarize(provider, whole)
      const request = {
        ...whole,
        messages: [
          { role: 'assistant', content: [block] },
          { role: 'assistant', content: 'Sure.' },
          user('Go on.'),
        ],
      }
      const { messages } = next(provider, request)
      return pathsOf(provider, { ...whole, messages: [...whole.messages, ...messages.slice(1)] })
    },
    verdict: dead(5),
  },
  {
    title: 'a second compaction by an older model ends the thinking that the first one kept',
    options: { betas: [compact] },
    play: provider => {
      const request = grown(provider)
      const first = summarize(provider, { ...request, messages: request.messages.slice(0, 3) })
      const later = next(provider, {
        ...request,
        messages: [{ role: 'assistant', content: [first] }, ...request.messages.slice(3)],
      })
      const range = { ...later, messages: later.messages.slice(0, 3) }
      const second = summarize(provider, range, { model: 'claude-opus-5' })
      return pathsOf(provider, {
        ...later,
        messages: [{ role: 'assistant', content: [second] }, ...later.messages.slice(3)],
      })
    },
    verdict: dead(1, 3),
  },
]
