// Bedrock's Converse: an answer as one message, or as binary events of a stream.
import { crc32 } from 'node:zlib'
import { type Answer, json, pieces, type Said, seal, type Wire } from './script.ts'

type Block = Readonly<Record<string, unknown>>

function blockOf(said: Said): Block {
  if ('raw' in said) return said.raw
  if ('thought' in said)
    return {
      reasoningContent: {
        reasoningText: { text: said.thought, signature: said.sign ?? seal(said.thought) },
      },
    }
  if ('redacted' in said) return { reasoningContent: { redactedContent: said.redacted } }
  if ('call' in said) return { toolUse: { toolUseId: said.id, name: said.call, input: said.input } }
  return { text: said.text }
}

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** A header whose value is a string: the length of its name, the name, type 7, the length of the value, the value. */
const header = (name: string, value: string): Buffer =>
  Buffer.concat([
    Buffer.from([name.length]),
    Buffer.from(name),
    Buffer.from([7, 0, value.length]),
    Buffer.from(value),
  ])

/** A message of AWS's binary event stream: lengths, their sum, headers, payload, the sum of all. */
function event(type: string, body: object): Buffer {
  const headers = Buffer.concat([
    header(':event-type', type),
    header(':content-type', 'application/json'),
    header(':message-type', 'event'),
  ])
  const payload = Buffer.from(JSON.stringify(body))
  const lengths = Buffer.concat([u32(headers.length + payload.length + 16), u32(headers.length)])
  const message = Buffer.concat([lengths, u32(crc32(lengths)), headers, payload])
  return Buffer.concat([message, u32(crc32(message))])
}

function* streamed(block: Block, contentBlockIndex: number): Generator<Buffer> {
  const delta = (value: object): Buffer => event('contentBlockDelta', { contentBlockIndex, delta: value })
  const { text, toolUse, reasoningContent } = block as {
    text?: string
    toolUse?: { toolUseId: string; name: string; input: object }
    reasoningContent?: { reasoningText?: { text: string; signature: string }; redactedContent?: string }
  }
  if (toolUse !== undefined) {
    const { input, ...start } = toolUse
    yield event('contentBlockStart', { contentBlockIndex, start: { toolUse: start } })
    for (const piece of pieces(JSON.stringify(input))) yield delta({ toolUse: { input: piece } })
  } else if (reasoningContent?.reasoningText !== undefined) {
    const { reasoningText } = reasoningContent
    for (const piece of pieces(reasoningText.text)) yield delta({ reasoningContent: { text: piece } })
    yield delta({ reasoningContent: { signature: reasoningText.signature } })
  } else if (reasoningContent !== undefined)
    yield delta({ reasoningContent: { data: reasoningContent.redactedContent } })
  else for (const piece of pieces(text ?? '')) yield delta({ text: piece })
  yield event('contentBlockStop', { contentBlockIndex })
}

const usage = { inputTokens: 10, outputTokens: 5, totalTokens: 15 }

export const bedrockWire: Wire = (answer: Answer, _at, { url }) => {
  const content = answer.map(blockOf)
  const stopReason = content.some(block => 'toolUse' in block) ? 'tool_use' : 'end_turn'
  if (!url.includes('converse-stream'))
    return json({
      output: { message: { role: 'assistant', content } },
      stopReason,
      usage,
      metrics: { latencyMs: 1 },
    })
  const events = [
    event('messageStart', { role: 'assistant' }),
    ...content.flatMap((block, index) => [...streamed(block, index)]),
    event('messageStop', { stopReason }),
    event('metadata', { usage, metrics: { latencyMs: 1 } }),
  ]
  return new Response(Buffer.concat(events), {
    headers: { 'content-type': 'application/vnd.amazon.eventstream' },
  })
}
