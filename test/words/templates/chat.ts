import { words as W } from '../marks.ts'
import { answer, asked, each, type Json, type Plot, schema, some, url } from './plot.ts'

/** Messages of Chat Completions. */
export function chat(plot: Plot): unknown {
  const text = (words: string): Json => ({ type: 'text', text: words })
  const messages = [
    ...some(plot.system, { role: 'system', content: W }),
    ...each(plot, (turn, id) => [
      {
        role: 'user',
        content: asked(turn, text, { type: 'image_url', image_url: { url, detail: 'low' } }),
      },
      ...some(turn.said !== 'none' || turn.call !== 'none', {
        role: 'assistant',
        content: turn.said === 'parts' ? [text(W)] : turn.said === 'text' ? W : null,
        ...(turn.thought && { reasoning_content: W }),
        ...(turn.call !== 'none' && {
          tool_calls: [{ id, type: 'function', function: { name: 'save', arguments: answer(W) } }],
        }),
      }),
      ...some(turn.call !== 'none', {
        role: 'tool',
        tool_call_id: id,
        content: turn.call === 'parts' ? [text(W)] : turn.call === 'json' ? answer(W) : W,
      }),
      ...some(
        turn.item,
        {
          role: 'user',
          name: 'ann',
          content: [
            { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
            {
              type: 'file',
              file: { filename: `${W}.pdf`, file_data: 'data:application/pdf;base64,JVBERi0xLjcK' },
            },
          ],
        },
        {
          role: 'assistant',
          content: null,
          refusal: W,
          ...(turn.thought && {
            thinking_blocks: [{ type: 'thinking', thinking: W, signature: 'c2VhbGVk' }],
          }),
          tool_calls: [{ id: `x${id}`, type: 'custom', custom: { name: 'grep', input: W } }],
        },
        { role: 'tool', tool_call_id: `x${id}`, name: 'grep', content: W },
        { role: 'developer', content: [text(W)] },
      ),
    ]),
    { role: 'user', content: W },
  ]
  const tools = [{ type: 'function', function: { name: 'save', description: W, parameters: schema } }]
  return plot.whole ? { model: 'gpt-4.1', messages, ...(plot.tool && { tools }) } : messages
}
