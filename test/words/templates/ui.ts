import { words as W } from '../marks.ts'
import { each, type Json, type Plot, some, url } from './plot.ts'

/** Messages that a chat of the AI SDK shows. */
export function ui(plot: Plot): unknown {
  const text = (words: string): Json => ({ type: 'text', text: words })
  const messages = [
    ...some(plot.system, { id: 's', role: 'system', parts: [text(W)] }),
    ...each(plot, (turn, id) => [
      {
        id: `u${id}`,
        role: 'user',
        ...(turn.thought && { metadata: { from: { page: W } } }),
        parts: [text(W), ...some(turn.asked === 'file', { type: 'file', mediaType: 'image/png', url })],
      },
      {
        id: `a${id}`,
        role: 'assistant',
        parts: [
          { type: 'step-start' },
          ...some(turn.thought, { type: 'reasoning', text: W }),
          ...some(
            turn.item,
            { type: 'data-weather', data: { of: W } },
            { type: 'source-url', sourceId: 's1', url: 'https://x.no', title: W },
          ),
          ...some(turn.said !== 'none', text(W)),
          ...some(turn.call !== 'none', {
            type: 'tool-save',
            toolCallId: id,
            state: turn.call === 'parts' ? 'output-error' : 'output-available',
            input: { city: W },
            ...(turn.call === 'parts' ? { errorText: W } : { output: turn.call === 'text' ? W : { of: W } }),
          }),
          ...some(
            turn.item,
            { type: 'step-start' },
            {
              type: 'dynamic-tool',
              toolName: 'pay',
              toolCallId: `d${id}`,
              state: 'output-denied',
              input: { to: W },
              approval: { id: `ap${id}`, approved: false, reason: W },
            },
            {
              type: 'dynamic-tool',
              toolName: 'half',
              toolCallId: `h${id}`,
              state: 'input-streaming',
              input: { to: W },
            },
            { type: 'steering-message', parts: [text(W)] },
            text(W),
          ),
        ],
      },
      ...some(turn.item && turn.thought, {
        id: `o${id}`,
        role: 'assistant',
        content: W,
        toolInvocations: [
          { state: 'result', toolCallId: `o${id}`, toolName: 'old', args: { of: W }, result: { of: W } },
        ],
      }),
    ]),
    { id: 'last', role: 'user', parts: [text(W)] },
  ]
  return plot.whole ? { messages, maxOutputTokens: 1_000 } : messages
}
