import type { BindingCase } from '../cases.ts'
import { controls, edit, next, pathsOf, start, told, user } from './conversation.ts'

/** Makes a case of one model that meets the thinking of another. */
const reading = (
  reader: string,
  maker: string,
  does: boolean,
  options: BindingCase['options'] = {},
): BindingCase => ({
  title: `${reader} ${does ? 'reads' : 'does not read'} the thinking of ${maker}${options.platform ? ` on ${options.platform}` : ''}`,
  options: { betas: [controls], ...options },
  play: provider => {
    const request = next(provider, start({ model: `claude-${maker}` }))
    return told(provider.answer({ ...request, model: `claude-${reader}` }))
  },
  verdict: does
    ? []
    : [{ type: 'thinking_dropped', path: 'messages.1.content.0', reason: 'model_binding_mismatch' }],
})

export const readers: readonly BindingCase[] = [
  reading('mythos-5-2', 'fable-5-2', true),
  reading('fable-5-1', 'fable-5-2', false),
  reading('fable-5-1', 'mythos-5-1', true),
  reading('fable-5-1', 'opus-4-8', true),
  reading('fable-5-1', 'opus-5-5', true),
  reading('fable-5-1', 'opus-5-5', false, { platform: 'aws' }),
  reading('opus-5-5', 'opus-5', true),
  reading('opus-5-5', 'sonnet-5-5', true),
  reading('opus-5-5', 'sonnet-5-5', true, { platform: 'google' }),
  reading('opus-5-5', 'sonnet-5-5', false, { platform: 'aws' }),
  reading('opus-5-5', 'fable-5', false),
  reading('opus-5-5', 'mythos-5-1', false),
  reading('sonnet-5-5', 'haiku-4-5', true),
  reading('sonnet-5-5', 'opus-4-8', true),
  reading('sonnet-5-5', 'opus-5', false),
  reading('sonnet-5-5', 'opus-5-5', false),
  {
    title: 'thinking of Sonnet 5.5 works only in its account',
    play: (provider, sibling) => {
      const request = next(provider, start({ model: 'claude-sonnet-5-5' }))
      return sibling({ account: 'other' })
        .judge(request)
        .dead.map(({ reason }) => reason)
    },
    verdict: ['organization_mismatch'],
  },
  {
    title: 'thinking of Haiku 5.5 from another account is dropped and reported, and read in a linked account',
    options: { betas: [controls] },
    play: (provider, sibling) => {
      const request = next(provider, start({ model: 'claude-haiku-5-5' }))
      return [sibling({ account: 'other' }), sibling({ account: 'other', linked: ['account'] })].map(it =>
        told(it.answer(request)),
      )
    },
    verdict: [
      [
        {
          type: 'thinking_dropped',
          path: 'messages.1.content.0',
          reason: 'organization_binding_mismatch',
        },
      ],
      [],
    ],
  },
  {
    title: 'thinking of Opus 5.5 works in every account',
    play: (provider, sibling) => sibling({ account: 'other' }).judge(next(provider, start())).dead,
    verdict: [],
  },
  {
    title: 'thinking that cannot be read is good again on the way back',
    play: provider => {
      const request = next(provider, start({ model: 'claude-fable-5-1' }))
      const there = next(provider, { ...request, model: 'claude-sonnet-5' })
      const back = { ...there, model: 'claude-fable-5-1' }
      return [pathsOf(provider, there), pathsOf(provider, back)]
    },
    verdict: [['messages.1.content.0 model'], []],
  },
  edit(
    'a model without preserved thinking binds nothing',
    r => (r.messages[0] = user('Other.')),
    [],
    start({ model: 'claude-opus-5' }),
  ),
]
