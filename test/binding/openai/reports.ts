import { expect } from 'vitest'
import type { BindingCase } from '../cases.ts'
import { errorOf, grown, type Item, next, pathsOf, start, user } from './conversation.ts'

export const reports: readonly BindingCase[] = [
  {
    title: 'dropped items are reported by their own ids, without any header',
    play: provider => {
      const request = grown(provider)
      const ids = [5, 8].map(i => request.input[i]!.id)
      request.input[4] = user('Other.')
      const { status, body } = provider.answer(request)
      const told = body.input_transformations as Item[]
      return [status, told.map(({ id, ...rest }) => ({ at: ids.indexOf(id), ...rest }))]
    },
    verdict: [
      200,
      [0, 1].map(at => ({ at, type: 'reasoning', action: 'removed', reason: 'prefix_mismatch' })),
    ],
  },
  {
    title: 'a clean request reports nothing',
    play: provider => Object.keys(provider.answer(grown(provider)).body).includes('input_transformations'),
    verdict: false,
  },
  {
    title: 'damaged sealed content is refused',
    play: provider => {
      const request = grown(provider)
      request.input[2]!.encrypted_content = 'x'
      return provider.answer(request)
    },
    verdict: { status: 400, body: { error: expect.objectContaining({ code: 'invalid_encrypted_content' }) } },
  },
  {
    title:
      'a stored item without its reasoning item is refused, and taken without its id or if it was not stored',
    play: provider => {
      const [request, sealed] = [grown(provider), grown(provider, start({ store: false }))]
      const { id, ...message } = request.input[3]!
      const without = (r: typeof request, ...items: Item[]) =>
        errorOf(provider.answer({ ...r, input: [...r.input.slice(0, 2), ...items, user('Go on.')] }))
      return [
        String(without(request, { id, ...message })).replaceAll(/_[0-9a-f]+/g, '_1'),
        without(request, message),
        without(sealed, sealed.input[3]!),
      ]
    },
    verdict: [
      "400 Item 'msg_1' of type 'message' was provided without its required 'reasoning' item: 'rs_1'.",
      200,
      200,
    ],
  },
  {
    title: 'another organization, end user and model lose the reasoning without an error, and say so',
    play: (provider, sibling) =>
      [{ account: 'other' }, { endUser: 'other' }, {}].map((it, at) => {
        const model = at === 2 ? 'gpt-6.2-sol' : 'gpt-6.2-astra'
        const { status, body } = sibling(it).answer({ ...next(provider, start()), model })
        return [status, ...((body.input_transformations ?? []) as Item[]).map(({ reason }) => reason)]
      }),
    verdict: ['organization', 'end_user', 'model'].map(it => [200, `${it}_mismatch`]),
  },
  {
    title: 'another model loses the reasoning, down as well as across, and has it again on the way back',
    play: provider => {
      const request = next(provider, start())
      const models = ['gpt-6.1-sol', 'gpt-6.2-sol', 'gpt-6.2-astra-law', 'gpt-6.2-astra']
      return models.map(model => pathsOf(provider, { ...request, model }))
    },
    verdict: [['input.2 model'], ['input.2 model'], [], []],
  },
  {
    title: 'a held response is the beginning of the input',
    play: (provider, sibling) => {
      const first = start()
      const { body } = provider.answer(first)
      const held = [...first.input, ...(body.output as Item[])]
      const { tools, reasoning, text, model } = first
      const request = { model, tools, reasoning, text, previous_response_id: 'a', input: [user('Go on.')] }
      const holder = sibling({ held: id => (id === 'a' ? held : undefined) })
      return [
        pathsOf(holder, request),
        pathsOf(holder, { ...request, tools: [] }),
        provider.judge(request).refused,
      ]
    },
    verdict: [[], ['held.2 prefix'], 'previous_response_not_found'],
  },
]
