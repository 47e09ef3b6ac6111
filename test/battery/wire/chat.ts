// Chat Completions in the dialects of those who serve it: the same but for how a thought is said.
import { type Answer, json, pieces, type Said, seal, sse, type Wire } from './script.ts'

type Fields = Readonly<Record<string, unknown>>

/** Fields in which a host sends its model's thoughts, in a message and in each piece of a stream. */
export interface Dialect {
  readonly thought?: (text: string, sign: string) => Fields
  /** Beside a call. */
  readonly call?: (sign: string) => Fields
}

/** Dialects by the hosts that speak them. */
export const dialects = {
  openai: {},
  groq: { thought: text => ({ reasoning: text }) },
  deepseek: { thought: text => ({ reasoning_content: text }) },
  /** LiteLLM's proxy in front of Gemini; and Gemini's own endpoint. */
  gemini: {
    thought: text => ({ reasoning_content: text }),
    call: sign => ({ extra_content: { google: { thought_signature: sign } } }),
  },
  litellm: {
    thought: (text, sign) => ({
      reasoning_content: text,
      thinking_blocks: [{ type: 'thinking', thinking: text, signature: sign }],
    }),
  },
  openrouter: {
    thought: (text, signature) => ({
      reasoning: text,
      reasoning_details: [
        { type: 'reasoning.text', text, signature, format: 'anthropic-claude-v1', index: 0 },
      ],
    }),
  },
  openrouterSealed: {
    thought: (text, data) => ({
      reasoning: text,
      reasoning_details: [
        { type: 'reasoning.summary', summary: text, format: 'openai-responses-v1', index: 0 },
        {
          type: 'reasoning.encrypted',
          data,
          id: `rs_${text.length}`,
          format: 'openai-responses-v1',
          index: 0,
        },
      ],
    }),
  },
} satisfies Readonly<Record<string, Dialect>>

const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }

const callOf = (said: Extract<Said, { readonly call: string }>, { call }: Dialect): Fields => ({
  id: said.id,
  type: 'function',
  function: { name: said.call, arguments: JSON.stringify(said.input) },
  ...(said.sign !== undefined && call?.(said.sign)),
})

/** The fields of a message in the order in which they would come. */
function* fieldsOf(answer: Answer, dialect: Dialect): Generator<Fields> {
  for (const said of answer) {
    if ('raw' in said) yield said.raw
    else if ('thought' in said) yield dialect.thought?.(said.thought, said.sign ?? seal(said.thought)) ?? {}
    else if ('text' in said) yield { content: said.text }
    else if ('call' in said) yield { tool_calls: [callOf(said, dialect)] }
  }
}

/** Pieces of one message as one. */
function joined(fields: Iterable<Fields>): Record<string, unknown> {
  const message: Record<string, unknown> = { role: 'assistant', content: null }
  for (const piece of fields)
    for (const [key, value] of Object.entries(piece)) {
      const before = message[key]
      if (Array.isArray(before)) message[key] = [...before, ...(value as unknown[])]
      else if (typeof before === 'string') message[key] = `${before}${String(value)}`
      else message[key] = value
    }
  return message
}

/** Yields fields in the pieces of a stream: texts in halves, calls by their index with their arguments after them. */
function* deltasOf(fields: Iterable<Fields>): Generator<Fields> {
  yield { role: 'assistant', content: '' }
  let calls = 0
  for (const piece of fields)
    for (const [key, value] of Object.entries(piece)) {
      if (key === 'tool_calls') {
        for (const call of value as readonly Fields[]) {
          const { name, arguments: all } = call.function as { name: string; arguments: string }
          const index = calls++
          yield { tool_calls: [{ ...call, index, function: { name, arguments: '' } }] }
          for (const part of pieces(all)) yield { tool_calls: [{ index, function: { arguments: part } }] }
        }
      } else if (typeof value === 'string') for (const part of pieces(value)) yield { [key]: part }
      else yield { [key]: value }
    }
}

/** The wire of a host that speaks a dialect. */
export const chatWire =
  (dialect: Dialect): Wire =>
  (answer, at, { body }) => {
    const fields = [...fieldsOf(answer, dialect)]
    const finish_reason = answer.some(said => 'call' in said) ? 'tool_calls' : 'stop'
    const base = { id: `chatcmpl-${at}`, created: 1_700_000_000, model: body.model }
    if (body.stream !== true)
      return json({
        ...base,
        object: 'chat.completion',
        choices: [{ index: 0, message: joined(fields), logprobs: null, finish_reason }],
        usage,
      })
    const chunk = { ...base, object: 'chat.completion.chunk' }
    const choice = (delta: object, finish: string | null = null): object => ({
      ...chunk,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    })
    const events = [
      ...[...deltasOf(fields)].map(delta => choice(delta)),
      choice({}, finish_reason),
      { ...chunk, choices: [], usage },
    ]
    return sse(events, { named: false, done: true })
  }
