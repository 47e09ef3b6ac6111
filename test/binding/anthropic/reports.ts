import { expect } from 'vitest'
import type { BindingProvider } from '../../../src/testing/fake/binding/index.ts'
import type { BindingCase } from '../cases.ts'
import { controls, drop, errorOf, grown, start, told, user } from './conversation.ts'

const withEdit = (provider: BindingProvider, rest: object = {}, model = 'claude-opus-5-5') => {
  const request = structuredClone(grown(provider, start({ model })))
  request.messages[2] = user('Other.')
  return { ...request, ...rest }
}

const dropped = [3, 5].map(i => ({
  type: 'thinking_dropped',
  path: `messages.${i}.content.0`,
  reason: 'prefix_binding_mismatch',
}))
const allowed = dropped.map(entry => ({ ...entry, type: 'thinking_mismatch_allowed' }))

export const reports: readonly BindingCase[] = [
  {
    title: 'a mismatch is refused by default, and the error names the first block',
    play: provider => told(provider.answer(withEdit(provider))),
    verdict: expect.stringMatching(
      /^messages[.]3[.]content[.]0: Invalid `signature` in `thinking` block[.] The block is bound to a different conversation[.].*That setting requires.*messages[.]2[.]content[.]0 differs/,
    ),
  },
  {
    title: 'drop_block drops and reports',
    options: { betas: [controls] },
    play: provider => told(provider.answer(withEdit(provider, { thinking: drop }))),
    verdict: dropped,
  },
  {
    title: 'a clean request reports an empty list',
    options: { betas: [controls] },
    play: provider => told(provider.answer(grown(provider))),
    verdict: [],
  },
  {
    title: 'nothing is reported without the header',
    play: provider => told(provider.answer(grown(provider))),
    verdict: 'nothing',
  },
  {
    title: 'the field is refused without the header',
    play: provider => told(provider.answer(withEdit(provider, { thinking: drop }))),
    verdict: expect.stringMatching(/block_binding: Extra inputs are not permitted$/),
  },
  {
    title: 'a damaged signature is refused whatever the field says',
    options: { betas: [controls] },
    play: provider => {
      const request = grown(provider, start({ thinking: drop }))
      request.messages[1]!.content[0].signature = 'other'
      return told(provider.answer(request))
    },
    verdict: 'messages.1.content.0: Invalid `signature` in `thinking` block',
  },
  {
    title: 'an old account only notes a mismatch',
    options: { betas: [controls], isOldAccount: true },
    play: provider => told(provider.answer(withEdit(provider))),
    verdict: allowed,
  },
  {
    title: 'an old account enforces what the request asks for',
    options: { betas: [controls], isOldAccount: true },
    play: provider => told(provider.answer(withEdit(provider, { thinking: drop }))),
    verdict: dropped,
  },
  {
    title: 'Fable 5.2 enforces on every account',
    options: { isOldAccount: true },
    play: provider => told(provider.answer(withEdit(provider, {}, 'claude-fable-5-2'))),
    verdict: expect.stringContaining('bound to a different conversation'),
  },
  {
    title: 'the field is refused beside thinking between tools',
    options: { betas: [controls] },
    play: provider => {
      const thinking = { ...drop, type: 'between_tools' }
      return ['adaptive', 'enabled', 'between_tools'].map(type =>
        errorOf(provider.answer(start({ thinking: { ...thinking, type } }))),
      )
    },
    verdict: [200, 200, '400 thinking.between_tools.block_binding: Extra inputs are not permitted'],
  },
  {
    title: 'counting tokens runs the same check',
    play: provider => [grown(provider), withEdit(provider)].map(it => errorOf(provider.count(it))),
    verdict: [200, expect.stringContaining('bound to a different conversation')],
  },
  {
    title: 'the account comes before the model, and the model before the prefix',
    options: { betas: [controls] },
    play: (provider, sibling) => {
      const request = withEdit(provider, {}, 'claude-sonnet-5-5')
      const other = { ...request, model: 'claude-fable-5-1' }
      return [provider, sibling({ account: 'other' })].map(it =>
        it.judge(other).dead.map(({ reason }) => reason),
      )
    },
    verdict: [Array(3).fill('model_mismatch'), Array(3).fill('organization_mismatch')],
  },
]
