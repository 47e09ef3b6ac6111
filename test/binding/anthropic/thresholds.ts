import { expect } from 'vitest'
import type { BindingCase } from '../cases.ts'
import {
  compact,
  dead,
  edit,
  grown,
  iterations,
  next,
  pathsOf,
  start,
  threshold,
  user,
} from './conversation.ts'

const at = (value?: number, rest: object = {}) => ({
  context_management: {
    edits: [
      { type: 'compact_20260112', ...(value && { trigger: { type: 'input_tokens', value } }), ...rest },
    ],
  },
})
const long = user('word '.repeat(41_000))
const block = { type: 'compaction', content: 'Summary.', encrypted_content: null }

export const thresholds: readonly BindingCase[] = [
  {
    title: 'the prefix begins anew at a block of the threshold compaction, whether old messages stay or go',
    play: provider => {
      const script = [
        { type: 'compaction', content: 'Summary.' },
        { type: 'thinking', thinking: 'So.' },
        { type: 'text', text: 'Done.' },
      ]
      const request = next(provider, next(provider, start()), user('Go on.'), script)
      const edited = structuredClone(request)
      edited.messages[0] = user('Other.')
      return [request, edited, { ...request, messages: request.messages.slice(3) }].map(it =>
        provider.judge(it),
      )
    },
    verdict: Array(3).fill({ alive: 1, dead: [], refused: null }),
  },
  {
    title: 'old turns put behind a block of the threshold compaction lose their thinking',
    play: provider => {
      const request = next(provider, start())
      const block = { role: 'assistant', content: [{ type: 'compaction', content: 'Summary.' }] }
      return pathsOf(provider, { ...request, messages: [block, ...request.messages] })
    },
    verdict: dead(2),
  },
  edit(
    'a compaction block without content does nothing',
    r => r.messages[2]!.content.unshift({ type: 'compaction', content: null }),
    [],
    start({
      messages: [user('Hi'), { role: 'assistant', content: 'Yes.' }, user([{ type: 'text', text: 'Go.' }])],
    }),
  ),
  {
    title: 'a turn kept from before the block of a paused compaction loses its thinking',
    options: { betas: [threshold] },
    play: provider => {
      const request = next(provider, next(provider, start()))
      const { content } = provider.answer({ ...request, ...at(50_000) }, [block]).body
      const kept = [
        ...request.messages.slice(0, 2),
        { role: 'assistant', content },
        ...request.messages.slice(1),
      ]
      return pathsOf(provider, { ...request, messages: kept })
    },
    verdict: dead(3, 5),
  },
  {
    title: 'compaction at a threshold needs its header',
    play: provider => provider.judge(start(at(50_000))).refused,
    verdict: 'context_management.edits.compact_20260112: requires anthropic-beta: compact-2026-01-12',
  },
  {
    title: 'a threshold of 50,000 tokens is the least',
    options: { betas: [threshold] },
    play: provider => [49_999, 50_000].map(value => provider.judge(start(at(value))).refused),
    verdict: [
      'context_management.edits.compact_20260112.trigger.value: Input should be greater than or equal to 50000',
      null,
    ],
  },
  {
    title: 'a threshold is refused beside a signed block, and taken beside its own',
    options: { betas: [threshold, compact] },
    play: provider => {
      const asked = start({ ...grown(provider), compaction: { type: 'summarize' } })
      return [provider.answer(asked).body.content, [block]].map(
        content =>
          provider.judge(start({ messages: [{ role: 'assistant', content }, user('Go.')], ...at(60_000) }))
            .refused,
      )
    },
    verdict: [expect.stringContaining('cannot be combined with a signed `compaction` block'), null],
  },
  {
    title:
      'a conversation over the threshold is answered with a block, then the answer; under it without one',
    options: { betas: [threshold] },
    play: provider =>
      [at(50_000), at(60_000), at()].map(edit => {
        const { body } = provider.answer(start({ messages: [long], ...edit }))
        return [(body.content as any[]).map(({ type }) => type), body.stop_reason, iterations(body)]
      }),
    verdict: [
      [['compaction', 'thinking', 'text'], 'end_turn', [1, 'compaction', 'message']],
      [['thinking', 'text'], 'end_turn', [1]],
      [['thinking', 'text'], 'end_turn', [1]],
    ],
  },
  {
    title: 'a conversation compacted once is not compacted again while its old messages stay',
    options: { betas: [threshold] },
    play: provider => {
      const request = next(provider, start({ messages: [long], ...at(50_000) }))
      const again = next(provider, request)
      return [provider.judge(again), again.messages.map(({ content }) => content[0].type ?? 'text')]
    },
    verdict: [{ alive: 2, dead: [], refused: null }, ['text', 'compaction', 'text', 'thinking', 'text']],
  },
  {
    title: 'a pause ends the answer behind the block, and the next answer begins there',
    options: { betas: [threshold] },
    play: provider => {
      const request = start({ messages: [long], ...at(50_000, { pause_after_compaction: true }) })
      const { body } = provider.answer(request)
      const paused = { role: 'assistant', content: body.content }
      const later = next(provider, { ...request, messages: [long, paused, user('Go on.')] })
      return [body.content, body.stop_reason, iterations(body), provider.judge(later)]
    },
    verdict: [[block], 'compaction', [0, 'compaction'], { alive: 1, dead: [], refused: null }],
  },
  {
    title: 'a compaction at a threshold that fails is a block without content, which may be sent back',
    options: { betas: [threshold], compaction: 'tool_use' },
    play: provider => {
      const request = next(provider, start({ messages: [long], ...at(50_000) }))
      return [request.messages[1]!.content[0].content, provider.judge(next(provider, request)).dead]
    },
    verdict: [null, []],
  },
]
