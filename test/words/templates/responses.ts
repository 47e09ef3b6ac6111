import { words as W } from '../marks.ts'
import { answer, asked, each, type Json, type Plot, schema, some, url } from './plot.ts'

/** Items of the Responses API. */
export function responses(plot: Plot): unknown {
  const text = (words: string): Json => ({ type: 'input_text', text: words })
  const input = each(plot, (turn, id) => [
    {
      role: 'user',
      content: asked(turn, text, { type: 'input_image', image_url: url, detail: 'low' }),
    },
    ...some(turn.thought, {
      type: 'reasoning',
      id: `rs_${id}`,
      summary: [{ type: 'summary_text', text: W }],
      encrypted_content: 'c2VhbGVk',
    }),
    ...some(turn.said !== 'none' || turn.thought, {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: W, annotations: [] }],
    }),
    ...some(turn.item, {
      type: 'web_search_call',
      id: `ws_${id}`,
      status: 'completed',
      action: { type: 'search', query: W },
    }),
    ...some(
      turn.call !== 'none',
      { type: 'function_call', call_id: id, name: 'save', arguments: answer(W) },
      { type: 'function_call_output', call_id: id, output: turn.call === 'parts' ? [text(W)] : W },
    ),
    ...some(
      turn.item,
      { type: 'custom_tool_call', call_id: `x${id}`, name: 'grep', input: W },
      { type: 'custom_tool_call_output', call_id: `x${id}`, output: W },
      {
        type: 'shell_call',
        call_id: `s${id}`,
        id: `sh_${id}`,
        status: 'completed',
        action: { commands: [W] },
      },
      {
        type: 'shell_call_output',
        call_id: `s${id}`,
        output: [{ stdout: W, stderr: '', outcome: { type: 'exit', exit_code: 0 } }],
      },
      {
        type: 'mcp_call',
        id: `mcp_${id}`,
        name: 'look',
        server_label: 'srv',
        arguments: answer(W),
        output: W,
      },
      {
        role: 'user',
        content: [
          {
            type: 'input_file',
            filename: `${W}.pdf`,
            file_data: 'data:application/pdf;base64,JVBERi0xLjcK',
          },
        ],
      },
      { type: 'message', role: 'assistant', content: [{ type: 'refusal', refusal: W }] },
    ),
  ])
  const items = [
    ...some(plot.system, { role: 'developer', content: W }),
    ...input,
    { role: 'user', content: W },
  ]
  const tools = [{ type: 'function', name: 'save', description: W, parameters: schema }]
  return plot.whole ? { model: 'gpt-5.4', instructions: W, input: items, ...(plot.tool && { tools }) } : items
}
