import { words as W } from '../marks.ts'
import { asked, each, type Json, type Plot, png, schema, some } from './plot.ts'

/** Model messages of the AI SDK. */
export function aiSdk(plot: Plot): unknown {
  const text = (words: string): Json => ({ type: 'text', text: words })
  const image = { type: 'file', mediaType: 'image/png', data: png }
  const messages = [
    ...some(plot.system, { role: 'system', content: W }),
    ...each(plot, (turn, id) => [
      { role: 'user', content: asked(turn, text, image) },
      ...some(turn.said !== 'none' || turn.call !== 'none', {
        role: 'assistant',
        content: [
          ...some(turn.thought, { type: 'reasoning', text: W }),
          ...some(turn.said !== 'none', text(W)),
          ...some(turn.call !== 'none', {
            type: 'tool-call',
            toolCallId: id,
            toolName: 'save',
            input: { city: W },
          }),
        ],
      }),
      ...some(turn.call !== 'none', {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: id,
            toolName: 'save',
            output:
              turn.call === 'text'
                ? { type: 'text', value: W }
                : turn.call === 'json'
                  ? { type: 'json', value: { of: W } }
                  : { type: 'content', value: [text(W)] },
          },
        ],
      }),
      ...some(
        turn.item,
        {
          role: 'assistant',
          content: [
            { ...text(W), providerOptions: { anthropic: { note: W } } },
            {
              type: 'tool-call',
              toolCallId: `p${id}`,
              toolName: 'web_search',
              input: { query: W },
              providerExecuted: true,
              providerOptions: { anthropic: {} },
            },
            {
              type: 'tool-result',
              toolCallId: `p${id}`,
              toolName: 'web_search',
              output: { type: 'json', value: [{ title: W }] },
            },
            { type: 'tool-call', toolCallId: `a${id}`, toolName: 'pay', input: { to: W } },
            { type: 'tool-approval-request', approvalId: `ap${id}`, toolCallId: `a${id}` },
          ],
        },
        {
          role: 'tool',
          content: [
            { type: 'tool-approval-response', approvalId: `ap${id}`, approved: false, reason: W },
            {
              type: 'tool-result',
              toolCallId: `a${id}`,
              toolName: 'pay',
              output: { type: 'execution-denied', reason: W },
            },
          ],
        },
        {
          role: 'assistant',
          content: [{ type: 'tool-call', toolCallId: `o${id}`, toolName: 'old', args: { of: W } }],
        },
        {
          role: 'tool',
          content: [{ type: 'tool-result', toolCallId: `o${id}`, toolName: 'old', result: { of: W } }],
        },
      ),
    ]),
    { role: 'user', content: [text(W)] },
  ]
  return plot.whole
    ? {
        messages,
        maxOutputTokens: 1_000,
        ...(plot.tool && {
          tools: [{ type: 'function', name: 'save', description: W, inputSchema: schema }],
        }),
      }
    : messages
}
