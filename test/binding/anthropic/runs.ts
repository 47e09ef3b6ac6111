import { type BindingProvider, bindingProvider } from '../../../src/testing/fake/binding/index.ts'
import type { BindingCase } from '../cases.ts'
import {
  controls,
  dead,
  drop,
  edit,
  grown,
  next,
  pathsOf,
  type Request,
  start,
  user,
} from './conversation.ts'

const removeThinking =
  (...at: number[]) =>
  (r: Request) => {
    for (const i of at) r.messages[i]!.content.shift()
  }

/** Returns a conversation whose last thinking was made while the thinking of some messages was gone. */
const madeWithout = (provider: BindingProvider, ...gone: number[]): Request => {
  const whole = next(provider, next(provider, start()))
  const thin = structuredClone(whole)
  removeThinking(...gone)(thin)
  const { messages } = next(provider, thin)
  return { ...whole, messages: [...whole.messages, ...messages.slice(whole.messages.length)] }
}

export const runs: readonly BindingCase[] = [
  edit('the oldest thinking may go', removeThinking(1)),
  edit('the newest thinking may go', removeThinking(5)),
  edit('all thinking may go', removeThinking(1, 3, 5)),
  edit('a gap ends the thinking behind it', removeThinking(3), dead(5)),
  {
    title: 'thinking made while the newest was gone ends when that comes back',
    play: provider => pathsOf(provider, madeWithout(provider, 3)),
    verdict: dead(5),
  },
  {
    title: 'thinking made while the oldest was gone ends when that comes back',
    play: provider => pathsOf(provider, madeWithout(provider, 1)),
    verdict: dead(5),
  },
  edit('altered thinking is refused', r => (r.messages[1]!.content[0].thinking = 'Other.'), [
    'messages.1.content.0 invalid_signature',
  ]),
  edit('a damaged signature is refused', r => (r.messages[1]!.content[0].signature += 'x'), [
    'messages.1.content.0 invalid_signature',
    ...dead(3, 5),
  ]),
  {
    title: 'a block that fails takes every later one along',
    play: provider => {
      const broken = grown(provider)
      broken.messages[2] = user('Other.')
      const dropped = { ...broken, thinking: drop }
      const { messages } = next(bindingProvider('anthropic', { betas: [controls] }), dropped)
      return pathsOf(provider, { ...broken, messages })
    },
    verdict: dead(3, 5, 7),
  },
  {
    title: 'redacted thinking and thinking between calls are bound too',
    play: provider => {
      const script = [
        { type: 'redacted_thinking' },
        { type: 'tool_use', id: 'a', name: 'read', input: {} },
        { type: 'thinking', thinking: 'More.' },
        { type: 'tool_use', id: 'b', name: 'read', input: { at: null } },
      ]
      const request = next(
        provider,
        start(),
        user([{ type: 'tool_result', tool_use_id: 'a', content: 'ok' }]),
        script,
      )
      const whole = pathsOf(provider, request)
      const other = structuredClone(request)
      other.messages[1]!.content[1].input = { x: 1 }
      return [whole, pathsOf(provider, other)]
    },
    verdict: [[], ['messages.1.content.2 prefix']],
  },
]
