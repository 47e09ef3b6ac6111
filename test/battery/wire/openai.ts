// OpenAI's Responses API: an answer as output items, or as the events of a stream.
import { type Answer, json, pieces, type Said, seal, sse, type Wire } from './script.ts'

type Item = Readonly<Record<string, unknown>>

function itemOf(said: Said, id: string, sealed: boolean): Item {
  if ('raw' in said) return said.raw
  if ('thought' in said || 'redacted' in said) {
    const thought = 'thought' in said ? said.thought : ''
    return {
      type: 'reasoning',
      id: `rs_${id}`,
      summary: thought === '' ? [] : thought.split('|').map(text => ({ type: 'summary_text', text })),
      ...(sealed && { encrypted_content: seal(`${thought} ${id}`) }),
    }
  }
  if ('call' in said)
    return {
      type: 'function_call',
      id: `fc_${id}`,
      call_id: said.id,
      name: said.call,
      arguments: JSON.stringify(said.input),
      status: 'completed',
    }
  return {
    type: 'message',
    id: `msg_${id}`,
    role: 'assistant',
    status: 'completed',
    ...(said.phase !== undefined && { phase: said.phase }),
    content: [{ type: 'output_text', text: said.text, annotations: [], logprobs: [] }],
  }
}

/** An item's beginning, its pieces, and itself. */
function* streamed(item: Item, output_index: number): Generator<object> {
  const at = { output_index, item_id: item.id }
  const begin = (more: object): object => ({
    type: 'response.output_item.added',
    output_index,
    item: { ...item, status: 'in_progress', ...more },
  })
  if (item.type === 'message') {
    yield begin({ content: [] })
    for (const [content_index, part] of (item.content as { text: string }[]).entries()) {
      const there = { ...at, content_index }
      yield { type: 'response.content_part.added', ...there, part: { ...part, text: '' } }
      for (const delta of pieces(part.text)) yield { type: 'response.output_text.delta', ...there, delta }
      yield { type: 'response.output_text.done', ...there, text: part.text }
      yield { type: 'response.content_part.done', ...there, part }
    }
  } else if (item.type === 'reasoning') {
    yield begin({ summary: [] })
    for (const [summary_index, part] of (item.summary as { text: string }[]).entries()) {
      const there = { ...at, summary_index }
      yield { type: 'response.reasoning_summary_part.added', ...there, part: { ...part, text: '' } }
      for (const delta of pieces(part.text))
        yield { type: 'response.reasoning_summary_text.delta', ...there, delta }
      yield { type: 'response.reasoning_summary_text.done', ...there, text: part.text }
      yield { type: 'response.reasoning_summary_part.done', ...there, part }
    }
  } else if (item.type === 'function_call') {
    yield begin({ arguments: '' })
    for (const delta of pieces(String(item.arguments)))
      yield { type: 'response.function_call_arguments.delta', ...at, delta }
    yield { type: 'response.function_call_arguments.done', ...at, arguments: item.arguments }
  } else if (item.type === 'custom_tool_call') {
    yield begin({ input: '' })
    for (const delta of pieces(String(item.input)))
      yield { type: 'response.custom_tool_call_input.delta', ...at, delta }
    yield { type: 'response.custom_tool_call_input.done', ...at, input: item.input }
  } else if (item.type === 'code_interpreter_call') {
    yield begin({ code: '', outputs: null })
    for (const delta of pieces(String(item.code)))
      yield { type: 'response.code_interpreter_call_code.delta', ...at, delta }
    yield { type: 'response.code_interpreter_call_code.done', ...at, code: item.code }
  } else yield begin({})
  yield { type: 'response.output_item.done', output_index, item }
}

const usage = {
  input_tokens: 10,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 5,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 15,
}

/** Thoughts come sealed where the request asks for that. */
const isSealed = (include: unknown): boolean =>
  Array.isArray(include) && include.includes('reasoning.encrypted_content')

export const responsesWire: Wire = (answer: Answer, at, { body }) => {
  const output = answer.map((said, index) => itemOf(said, `${at}_${index}`, isSealed(body.include)))
  const response = {
    id: `resp_${at}`,
    object: 'response',
    created_at: 1_700_000_000,
    model: body.model,
    status: 'completed',
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    output,
    usage,
  }
  if (body.stream !== true) return json(response)
  const events = [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [], usage: null } },
    ...output.flatMap((item, index) => [...streamed(item, index)]),
    { type: 'response.completed', response },
  ]
  return sse(events.map((event, sequence_number) => ({ ...event, sequence_number })))
}
