import { words as W } from '../marks.ts'
import { answer, each, type Plot, png, some } from './plot.ts'

/** Returns the stored form of a session's events. */
export function session(plot: Plot): unknown {
  const events = each(plot, (turn, id) => [
    {
      author: 'user',
      parts: [
        { kind: 'text', text: W },
        ...some(turn.asked === 'file', {
          kind: 'file',
          mediaType: 'image/png',
          source: { type: 'base64', data: png },
        }),
      ],
    },
    ...some(turn.said !== 'none' || turn.call !== 'none', {
      author: 'agent',
      parts: [
        ...some(turn.thought, { kind: 'reasoning', text: W }),
        ...some(turn.said !== 'none', { kind: 'text', text: W }),
        ...some(turn.call !== 'none', { kind: 'tool-call', id, name: 'save', arguments: answer(W) }),
      ],
    }),
    ...some(turn.call !== 'none', {
      author: 'tool',
      parts: [
        {
          kind: 'tool-result',
          id,
          content: turn.call === 'json' ? [{ kind: 'data', value: { of: W } }] : [{ kind: 'text', text: W }],
        },
      ],
    }),
  ])
  return { id: 's', state: {}, events: [...events, { author: 'user', parts: [{ kind: 'text', text: W }] }] }
}
