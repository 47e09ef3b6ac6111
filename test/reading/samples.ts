import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'

const png = 'iVBORw0KGgo='
const dataUrl = `data:image/png;base64,${png}`

/** Words that each sample holds: a question beside an image, a call, its result, the answer, and one more question. */
export const words = [
  'What is on this picture?',
  'lookup_weather',
  'Oslo',
  'Snow, minus four.',
  'It snows.',
  'And Bergen?',
]

const [question = '', tool = '', city = '', result = '', answer = '', more = ''] = words

const live = [
  new HumanMessage({
    content: [
      { type: 'text', text: question },
      { type: 'image_url', image_url: { url: dataUrl } },
    ],
  }),
  new AIMessage({
    content: '',
    tool_calls: [{ id: 'call_1', name: tool, args: { city }, type: 'tool_call' }],
  }),
  new ToolMessage({ content: result, tool_call_id: 'call_1' }),
  new AIMessage({ content: answer }),
  new HumanMessage({ content: more }),
]

/** The same conversation in every format, with the importers that read it. */
export const samples: Readonly<
  Record<string, { readonly by: readonly string[]; readonly messages: object[] }>
> = {
  chat: {
    by: ['fromOpenAI', 'fromLangChain'],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: question },
          { type: 'image_url', image_url: { url: dataUrl } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'call_1', type: 'function', function: { name: tool, arguments: JSON.stringify({ city }) } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', content: result },
      { role: 'assistant', content: answer },
      { role: 'user', content: more },
    ],
  },
  responses: {
    by: ['fromOpenAI', 'fromOpenAIResponses'],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'input_text', text: question },
          { type: 'input_image', image_url: dataUrl, detail: 'auto' },
        ],
      },
      { type: 'function_call', call_id: 'call_1', name: tool, arguments: JSON.stringify({ city }) },
      { type: 'function_call_output', call_id: 'call_1', output: result },
      {
        type: 'message',
        role: 'assistant',
        content: [{ type: 'output_text', text: answer, annotations: [] }],
      },
      { role: 'user', content: more },
    ],
  },
  anthropic: {
    by: ['fromAnthropic', 'fromLangChain'],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: question },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
        ],
      },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'call_1', name: tool, input: { city } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: result }] },
      { role: 'assistant', content: [{ type: 'text', text: answer }] },
      { role: 'user', content: more },
    ],
  },
  gemini: {
    by: ['fromGemini'],
    messages: [
      { role: 'user', parts: [{ text: question }, { inlineData: { mimeType: 'image/png', data: png } }] },
      { role: 'model', parts: [{ functionCall: { id: 'call_1', name: tool, args: { city } } }] },
      {
        role: 'user',
        parts: [{ functionResponse: { id: 'call_1', name: tool, response: { output: result } } }],
      },
      { role: 'model', parts: [{ text: answer }] },
      { role: 'user', parts: [{ text: more }] },
    ],
  },
  'model messages': {
    by: ['fromAISDK'],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: question },
          { type: 'image', image: png, mediaType: 'image/png' },
        ],
      },
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'call_1', toolName: tool, input: { city } }],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'call_1',
            toolName: tool,
            output: { type: 'text', value: result },
          },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: answer }] },
      { role: 'user', content: more },
    ],
  },
  'UI messages': {
    by: ['fromAISDK'],
    messages: [
      {
        id: 'm1',
        role: 'user',
        parts: [
          { type: 'text', text: question },
          { type: 'file', mediaType: 'image/png', url: dataUrl },
        ],
      },
      {
        id: 'm2',
        role: 'assistant',
        parts: [
          { type: 'step-start' },
          {
            type: `tool-${tool}`,
            toolCallId: 'call_1',
            state: 'output-available',
            input: { city },
            output: result,
          },
          { type: 'step-start' },
          { type: 'text', text: answer },
        ],
      },
      { id: 'm3', role: 'user', parts: [{ type: 'text', text: more }] },
    ],
  },
  'LangChain, live': { by: ['fromLangChain'], messages: live },
  'LangChain, toDict': { by: ['fromLangChain'], messages: live.map(message => message.toDict()) },
  'LangChain, toJSON': {
    by: ['fromLangChain'],
    messages: JSON.parse(JSON.stringify(live)) as object[],
  },
  adk: {
    by: ['fromADK'],
    messages: [
      {
        author: 'user',
        invocationId: 'i1',
        content: {
          role: 'user',
          parts: [{ text: question }, { inlineData: { mimeType: 'image/png', data: png } }],
        },
      },
      {
        author: 'helper',
        invocationId: 'i1',
        content: { role: 'model', parts: [{ functionCall: { id: 'call_1', name: tool, args: { city } } }] },
      },
      {
        author: 'helper',
        invocationId: 'i1',
        content: {
          role: 'user',
          parts: [{ functionResponse: { id: 'call_1', name: tool, response: { output: result } } }],
        },
      },
      { author: 'helper', invocationId: 'i1', content: { role: 'model', parts: [{ text: answer }] } },
      { author: 'user', invocationId: 'i2', content: { role: 'user', parts: [{ text: more }] } },
    ],
  },
  plain: {
    by: ['fromPlain'],
    messages: [
      { from: 'human', value: question },
      { from: 'function_call', value: JSON.stringify({ name: tool, arguments: { city } }) },
      { from: 'observation', value: result },
      { from: 'gpt', value: answer },
      { from: 'human', value: more },
    ],
  },
}
