import type { BindingCase } from '../cases.ts'
import { dead, grown, type Item, next, pathsOf, start, user } from './conversation.ts'

const trigger = { type: 'compaction_trigger' }

export const compactions: readonly BindingCase[] = [
  {
    title: 'what precedes a compaction item may go',
    play: provider => {
      const request = next(provider, next(provider, next(provider, start())), user('And?'), [
        { type: 'reasoning', summary: [] },
        { type: 'compaction' },
        { type: 'reasoning', summary: [] },
        { type: 'message', role: 'assistant', content: 'Done.' },
      ])
      const input = request.input.slice(request.input.findIndex(({ type }) => type === 'compaction'))
      return [pathsOf(provider, request), provider.judge({ ...request, input })]
    },
    verdict: [[], { alive: 1, dead: [], refused: null }],
  },
  {
    title: 'reasoning kept behind a compaction item stays valid, at the front and behind user messages',
    play: provider => {
      const request = grown(provider)
      const { body } = provider.answer({ ...request, input: [...request.input.slice(0, 5), trigger] })
      const tail = [...(body.output as Item[]), ...request.input.slice(5)]
      return [tail, [user('Hi'), user('Go on.'), ...tail]].map(input => provider.judge({ ...request, input }))
    },
    verdict: Array(2).fill({ alive: 2, dead: [], refused: null }),
  },
  {
    title: 'reasoning made behind a compaction item needs the item',
    play: provider => {
      const request = grown(provider)
      const { body } = provider.answer({ ...request, input: [...request.input, trigger] })
      const compacted = { ...request, input: [...(body.output as Item[]), user('And?')] }
      const { input } = next(provider, compacted)
      return [
        pathsOf(provider, { ...request, input }),
        pathsOf(provider, { ...request, input: [...request.input, ...input.slice(1)] }),
      ]
    },
    verdict: [[], dead(12)],
  },
  {
    title: 'other tools end the reasoning behind a compaction item too',
    play: provider => {
      const request = grown(provider)
      const { body } = provider.answer({ ...request, input: [...request.input, trigger] })
      const { input } = next(provider, { ...request, input: [...(body.output as Item[]), user('And?')] })
      return pathsOf(provider, { ...request, input, tools: [] })
    },
    verdict: dead(2),
  },
]
