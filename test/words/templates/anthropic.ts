import { words as W } from '../marks.ts'
import { answer, asked, each, type Json, type Plot, png, schema, some } from './plot.ts'

/** Messages of the Messages API. */
export function anthropic(plot: Plot): unknown {
  const text = (words: string): Json => ({ type: 'text', text: words })
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }
  const messages = each(plot, (turn, id) => [
    { role: 'user', content: asked(turn, text, image) },
    ...some(turn.said !== 'none' || turn.call !== 'none', {
      role: 'assistant',
      content: [
        ...some(turn.thought, { type: 'thinking', thinking: W, signature: 'c2VhbGVk' }),
        ...some(turn.said !== 'none', text(W)),
        ...some(
          turn.item,
          { type: 'server_tool_use', id: `srvtoolu_${id}`, name: 'web_search', input: { query: W } },
          {
            type: 'web_search_tool_result',
            tool_use_id: `srvtoolu_${id}`,
            content: [
              { type: 'web_search_result', url: 'https://x.no', title: W, encrypted_content: 'c2VhbGVk' },
            ],
          },
        ),
        ...some(turn.call !== 'none', { type: 'tool_use', id, name: 'save', input: { city: W } }),
      ],
    }),
    ...some(turn.call !== 'none', {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: id,
          content: turn.call === 'text' ? W : turn.call === 'json' ? answer(W) : [text(W), image],
        },
      ],
    }),
    ...some(
      turn.item,
      {
        role: 'user',
        content: [
          {
            type: 'document',
            title: W,
            context: W,
            citations: { enabled: true },
            source: { type: 'text', media_type: 'text/plain', data: W },
          },
          { type: 'search_result', source: 'https://x.no', title: W, content: [text(W)] },
        ],
      },
      {
        role: 'assistant',
        content: [{ ...text(W), citations: [{ type: 'char_location', cited_text: W, document_index: 0 }] }],
      },
    ),
  ])
  const all = [...messages, { role: 'user', content: W }]
  return plot.whole
    ? {
        model: 'claude-sonnet-5',
        max_tokens: 1_000,
        ...(plot.system && { system: [text(W)] }),
        tools: [
          { type: 'web_search_20250305', name: 'web_search' },
          ...some(plot.tool, { name: 'save', description: W, input_schema: schema }),
        ],
        messages: all,
      }
    : all
}
