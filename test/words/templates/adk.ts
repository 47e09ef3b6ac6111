import { words as W } from '../marks.ts'
import { each, type Plot, some } from './plot.ts'

/** Events of an Agent Development Kit. */
export function adk(plot: Plot): unknown {
  const events = each(plot, (turn, id) => [
    { author: 'user', id: `u${id}`, invocationId: 'i', content: { role: 'user', parts: [{ text: W }] } },
    ...some(turn.item, { author: 'ann', partial: true, content: { role: 'model', parts: [{ text: W }] } }),
    ...some(turn.said !== 'none' || turn.call !== 'none', {
      author: 'ann',
      content: {
        role: 'model',
        parts: [
          ...some(turn.thought, { text: W, thought: true }),
          ...some(turn.said !== 'none', { text: W }),
          ...some(turn.call !== 'none', { functionCall: { id, name: 'save', args: { city: W } } }),
        ],
      },
      actions: { stateDelta: {} },
    }),
    ...some(turn.call !== 'none', {
      author: 'ann',
      content: {
        role: 'user',
        parts: [
          {
            functionResponse: {
              id,
              name: 'save',
              response: turn.call === 'text' ? { output: W } : { of: W },
            },
          },
        ],
      },
    }),
  ])
  const all = [...events, { author: 'user', content: { role: 'user', parts: [{ text: W }] } }]
  return plot.whole ? { id: 's', appName: 'app', userId: 'u', state: {}, events: all } : all
}
