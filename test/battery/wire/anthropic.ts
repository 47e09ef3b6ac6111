// Anthropic's Messages API: an answer as one message, or as the events of a stream.
import { type Answer, json, pieces, type Said, seal, sse, type Wire } from './script.ts'

type Block = Readonly<Record<string, unknown>>

function blockOf(said: Said): Block {
  if ('raw' in said) return said.raw
  if ('thought' in said)
    return { type: 'thinking', thinking: said.thought, signature: said.sign ?? seal(said.thought) }
  if ('redacted' in said) return { type: 'redacted_thinking', data: said.redacted }
  if ('call' in said) return { type: 'tool_use', id: said.id, name: said.call, input: said.input }
  return { type: 'text', text: said.text }
}

/** A block's beginning, and what follows piece by piece. */
function* streamed(block: Block, index: number): Generator<object> {
  const delta = (value: object): object => ({ type: 'content_block_delta', index, delta: value })
  const begin = (content_block: object): object => ({ type: 'content_block_start', index, content_block })
  const { type } = block
  if (type === 'text') {
    const { citations, text, ...rest } = block as { citations?: object[]; text: string }
    yield begin({ ...rest, text: '' })
    for (const piece of pieces(text)) yield delta({ type: 'text_delta', text: piece })
    for (const citation of citations ?? []) yield delta({ type: 'citations_delta', citation })
  } else if (type === 'thinking') {
    yield begin({ type, thinking: '', signature: '' })
    for (const thinking of pieces(String(block.thinking))) yield delta({ type: 'thinking_delta', thinking })
    yield delta({ type: 'signature_delta', signature: block.signature })
  } else if (type === 'tool_use' || type === 'server_tool_use' || type === 'mcp_tool_use') {
    yield begin({ ...block, input: {} })
    for (const partial_json of pieces(JSON.stringify(block.input)))
      yield delta({ type: 'input_json_delta', partial_json })
  } else if (type === 'compaction') {
    yield begin({ type, content: null })
    yield delta({ type: 'compaction_delta', content: block.content })
  } else yield begin(block)
  yield { type: 'content_block_stop', index }
}

const usage = { input_tokens: 10, output_tokens: 5 }

export const anthropicWire: Wire = (answer: Answer, at, { body }) => {
  const content = answer.map(blockOf)
  const stop_reason = content.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn'
  const message = {
    id: `msg_${at}`,
    type: 'message',
    role: 'assistant',
    model: body.model,
    stop_sequence: null,
    usage,
  }
  if (body.stream !== true) return json({ ...message, content, stop_reason })
  return sse([
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    ...content.flatMap((block, index) => [...streamed(block, index)]),
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ])
}
