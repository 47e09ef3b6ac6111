import type { BindingCase } from '../cases.ts'
import { developer, errorOf, grown, type Item, next, pathsOf, start, user } from './conversation.ts'

const trigger = { type: 'compaction_trigger' }
const update = (effort: string): Item => ({ type: 'configuration_update', reasoning: { effort } })
const typesOf = (body: any): unknown[] => body.output.map(({ type }: Item) => type)
const long = user('word '.repeat(1_000))
const at = (compact_threshold?: number) => ({
  context_management: [{ type: 'compaction', ...(compact_threshold && { compact_threshold }) }],
})
const late =
  "The 'configuration_update' item type is not supported with compaction without a subsequent configuration update."

/** Compacts a conversation by `/responses/compact`, and returns the request that goes on with its window. */
const windowed = (provider: Parameters<BindingCase['play']>[0], request = grown(provider)) => {
  const { body } = provider.compact({ model: request.model, input: request.input })
  return { ...request, input: [...(body.output as Item[]), user('And?')] }
}

export const control: readonly BindingCase[] = [
  {
    title: 'a compaction trigger is refused before the last item',
    play: provider =>
      [
        [trigger, user('Go.')],
        [user('Go.'), trigger],
      ].map(input => errorOf(provider.answer(start({ input: [user('Hi'), ...input] })))),
    verdict: ["400 The 'compaction_trigger' item must be the final input item.", 200],
  },
  {
    title: 'a trigger is answered with one compaction item',
    play: provider => typesOf(provider.answer(start({ input: [user('Hi'), trigger] })).body),
    verdict: ['compaction'],
  },
  {
    title: 'adjacent configuration updates are refused',
    play: provider =>
      [
        [update('low'), update('high')],
        [update('low'), user('a'), update('high')],
      ].map(input => errorOf(provider.answer(start({ input: [...input, user('Hi')] })))),
    verdict: ["400 Consecutive 'configuration_update' items are not allowed.", 200],
  },
  {
    title: 'a configuration update before a compaction item is refused unless another one follows',
    play: provider => {
      const input = [user('Hi'), update('low'), user('a')]
      const { output } = provider.answer(start({ input: [...input, trigger] })).body as { output: Item[] }
      const tails = [[], [update('low')]]
      return [
        ...tails.map(tail => [...input, ...output, ...tail, user('b')]),
        [...output, update('low'), user('b')],
      ].map(it => errorOf(provider.answer(start({ input: it }))))
    },
    verdict: [`400 ${late}`, 200, 200],
  },
  {
    title: 'a configuration update is refused in pro mode',
    play: provider =>
      [
        { effort: 'high', mode: 'pro' },
        { effort: 'high', mode: 'standard' },
      ].map(reasoning => errorOf(provider.answer(start({ reasoning, input: [update('low'), user('Hi')] })))),
    verdict: [
      "400 The 'configuration_update' item type is not supported with pro or tournament models.",
      200,
    ],
  },
  {
    title: 'sealed content of a compaction item that does not verify is refused',
    play: provider =>
      errorOf(
        provider.answer(start({ input: [{ type: 'compaction', encrypted_content: 'x' }, user('Hi')] })),
      ),
    verdict: '400 invalid_encrypted_content',
  },
  {
    title:
      'input over the threshold is answered with a compaction item, then the answer; under it without one',
    play: provider =>
      [1_000, 5_000, undefined].map(limit =>
        typesOf(provider.answer(start({ input: [long], ...at(limit) })).body),
      ),
    verdict: [['compaction', 'reasoning', 'message'], ...Array(2).fill(['reasoning', 'message'])],
  },
  {
    title: 'all reasoning stays valid behind a compaction at a threshold, with the old items and without',
    play: provider => {
      const request = next(provider, next(provider, start({ input: [long], ...at(1_000) })))
      const { input } = next(provider, request)
      const newest = input.slice(input.findIndex(({ type }) => type === 'compaction'))
      return [input, newest].map(it => [provider.judge({ ...request, input: it }), it.length])
    },
    verdict: [
      [{ alive: 3, dead: [], refused: null }, 11],
      [{ alive: 3, dead: [], refused: null }, 10],
    ],
  },
  {
    title: 'a compact request takes the fields that the SDK types',
    play: provider => {
      const { model, input, tools } = grown(provider)
      return [{ tools }, { prompt_cache_key: 'a', instructions: 'b' }].map(rest =>
        errorOf(provider.compact({ model, input, ...rest })),
      )
    },
    verdict: ['400 unknown_parameter', 200],
  },
  {
    title: 'a compact request is answered with all user messages, then one compaction item, and its usage',
    play: provider => {
      const { body } = provider.compact(grown(provider))
      const { output, object, usage } = provider.compact({
        model: 'gpt-6.2-astra',
        input: grown(provider).input,
      }).body as any
      return [
        'error' in body,
        object,
        output.map(({ type, role, content }: Item) => [type, role, content].filter(it => it !== undefined)),
        usage.total_tokens === usage.input_tokens + usage.output_tokens,
      ]
    },
    verdict: [
      true,
      'response.compaction',
      [...['Hi', 'Go on.', 'Go on.', 'Go on.'].map(text => ['message', 'user', text]), ['compaction']],
      true,
    ],
  },
  {
    title:
      'reasoning behind the window of a compact request stays valid while the window is whole, in order and first',
    play: provider => {
      const request = next(provider, windowed(provider))
      const { input } = request
      const moved = [input[1], input[0], ...input.slice(2)]
      const edits = [input, input.slice(1), moved, [developer('Be brief.'), ...input], input.slice(4)]
      return edits.map(it => provider.judge({ ...request, input: it }).alive)
    },
    verdict: [1, 0, 0, 0, 0],
  },
  {
    title: 'reasoning kept behind the window of a compact request stays valid',
    play: provider => {
      const request = grown(provider)
      const { output } = provider.compact({ model: request.model, input: request.input.slice(0, 5) })
        .body as { output: Item[] }
      return pathsOf(provider, { ...request, input: [...output, ...request.input.slice(5)] })
    },
    verdict: [],
  },
  {
    title: 'a window is compacted again with all its user messages',
    play: provider => {
      const first = next(provider, windowed(provider))
      const again = windowed(provider, first)
      return [typesOf({ output: again.input.slice(0, -1) }), provider.judge(next(provider, again)).alive]
    },
    verdict: [[...Array(6).fill('message'), 'compaction'], 1],
  },
]
