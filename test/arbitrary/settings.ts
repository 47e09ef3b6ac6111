import fc from 'fast-check'
import { someText } from './text.ts'

/** Fields of a request around its messages. */
export type RequestSettings = Readonly<Record<string, unknown>>

const sealed = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
}

const some = (fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<RequestSettings> =>
  fc.record(fields, { requiredKeys: [], noNullPrototype: true })

const common = {
  model: fc.constantFrom(
    'gpt-5.4',
    'gpt-4o',
    'claude-sonnet-5',
    'claude-opus-5-5',
    'gemini-3.8-flash',
    'gemini-2.5-pro',
    'mystery',
  ),
  temperature: fc.constantFrom(0, 1),
  stream: fc.boolean(),
  metadata: fc.constant({ user_id: 'u1' }),
}

const anthropic = some({
  ...common,
  max_tokens: fc.constantFrom(1, 1_000, 4_096, 999_999),
  system: fc.oneof(
    someText(),
    fc.array(
      someText().map(text => ({ type: 'text', text, cache_control: { type: 'ephemeral' } })),
      { maxLength: 2 },
    ),
  ),
  tools: fc.constantFrom<unknown>(
    [],
    [{ name: 'search', input_schema: { type: 'object' } }],
    [
      {
        name: 'search',
        description: 'd',
        input_schema: sealed,
        strict: true,
        cache_control: { type: 'ephemeral' },
      },
    ],
    [
      { type: 'web_search_20250305', name: 'web_search', max_uses: 2 },
      { name: 'run', input_schema: sealed },
    ],
  ),
  tool_choice: fc.constantFrom(
    { type: 'auto' },
    { type: 'any' },
    { type: 'tool', name: 'search' },
    { type: 'none' },
  ),
  thinking: fc.constantFrom(
    { type: 'adaptive' },
    { type: 'disabled' },
    { type: 'enabled', budget_tokens: 1_024 },
  ),
  output_config: fc.constantFrom<unknown>(
    { effort: 'low' },
    { effort: 'max' },
    { format: { type: 'json_schema', schema: sealed } },
  ),
  context_management: fc.constantFrom<unknown>(
    { edits: [{ type: 'clear_tool_uses_20250919' }] },
    { edits: [{ type: 'clear_thinking_20251015' }, { type: 'clear_tool_uses_20250919' }] },
  ),
  service_tier: fc.constant('auto'),
})

const functionTool = { name: 'search', description: 'd', parameters: sealed, strict: true }

const openai = some({
  ...common,
  instructions: someText(),
  tools: fc.constantFrom<unknown>(
    [],
    [{ type: 'function', ...functionTool }],
    [{ type: 'web_search' }, { type: 'function', name: 'run', parameters: null, strict: false }],
    [
      { type: 'custom', name: 'run' },
      { type: 'mcp', server_label: 's', server_url: 'https://x.org' },
    ],
  ),
  tool_choice: fc.constantFrom<unknown>(
    'auto',
    'required',
    { type: 'function', name: 'search' },
    { type: 'web_search' },
  ),
  parallel_tool_calls: fc.boolean(),
  reasoning: fc.constantFrom<unknown>(
    { effort: 'low' },
    { effort: 'none' },
    { summary: 'auto' },
    { effort: 'max', summary: 'auto' },
  ),
  text: fc.constantFrom<unknown>(
    { verbosity: 'low' },
    { format: { type: 'text' } },
    { format: { type: 'json_schema', name: 'answer', schema: sealed, strict: true }, verbosity: 'high' },
  ),
  store: fc.boolean(),
  include: fc.constant(['reasoning.encrypted_content']),
  max_output_tokens: fc.constantFrom(16, 1_000),
  previous_response_id: fc.constant('resp_1'),
  truncation: fc.constant('auto'),
})

const chat = some({
  ...common,
  tools: fc.constantFrom<unknown>(
    [],
    [{ type: 'function', function: functionTool }],
    [
      { type: 'custom', custom: { name: 'run' } },
      { type: 'function', function: { name: 'search' } },
    ],
  ),
  tool_choice: fc.constantFrom<unknown>('auto', 'required', 'none', {
    type: 'function',
    function: { name: 'search' },
  }),
  parallel_tool_calls: fc.boolean(),
  reasoning_effort: fc.constantFrom('none', 'low', 'max'),
  max_tokens: fc.constant(100),
  max_completion_tokens: fc.constant(1_000),
  response_format: fc.constantFrom<unknown>(
    { type: 'json_object' },
    { type: 'json_schema', json_schema: { name: 'answer', schema: sealed, strict: true } },
    { type: 'json_schema', json_schema: { name: 'answer' } },
  ),
  stop: fc.constantFrom<unknown>('END', ['END']),
  seed: fc.constant(7),
  user: fc.constant('u1'),
  logprobs: fc.boolean(),
})

const declared = { name: 'search', description: 'd', parametersJsonSchema: sealed }
const openAPI = {
  name: 'run',
  parameters: {
    type: 'OBJECT',
    properties: { city: { type: 'STRING', nullable: true } },
    required: ['city'],
  },
}

const geminiConfig = some({
  systemInstruction: fc.oneof(
    someText(),
    someText().map(text => ({ role: 'user', parts: [{ text }] })),
    fc.constant({ text: 'A part.' }),
  ),
  temperature: fc.constantFrom(0, 1, 3),
  topK: fc.constantFrom(1, 40, 0.5),
  maxOutputTokens: fc.constantFrom(1, 1_000, 999_999),
  stopSequences: fc.constantFrom<unknown>(['END'], ['a', 'b', 'c', 'd', 'e', 'f']),
  presencePenalty: fc.constantFrom(0, 0.5),
  candidateCount: fc.constant(1),
  tools: fc.constantFrom<unknown>(
    [],
    [{ functionDeclarations: [declared] }],
    [{ googleSearch: {} }, { functionDeclarations: [declared, openAPI] }],
    [{ codeExecution: {} }],
    [{ function_declarations: [openAPI], google_search: {} }],
  ),
  toolConfig: fc.constantFrom<unknown>(
    { functionCallingConfig: { mode: 'AUTO' } },
    { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['search'] } },
    { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['search', 'run', 'ghost'] } },
    { functionCallingConfig: { mode: 'VALIDATED' }, retrievalConfig: { languageCode: 'en' } },
    { includeServerSideToolInvocations: true },
  ),
  thinkingConfig: fc.constantFrom<unknown>(
    { thinkingLevel: 'LOW' },
    { thinkingBudget: 0 },
    { thinkingBudget: -1, includeThoughts: true },
    { thinkingBudget: 1_024, thinkingLevel: 'HIGH' },
    { thinkingLevel: 'MINIMAL', includeThoughts: false },
  ),
  responseMimeType: fc.constantFrom('application/json', 'text/plain'),
  responseJsonSchema: fc.constant(sealed),
  responseSchema: fc.constant({ type: 'OBJECT', properties: { city: { type: 'STRING' } } }),
  cachedContent: fc.constant('cachedContents/abc'),
  safetySettings: fc.constant([{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }]),
  unheardOf: fc.constant(1),
})

/** Generates the client's parameters, or a REST body with the settings in its own places. */
const gemini = fc
  .tuple(some({ model: common.model }), geminiConfig, fc.boolean())
  .map(([around, config, rest]): RequestSettings => {
    if (!rest) return { ...around, config }
    const { systemInstruction, tools, toolConfig, cachedContent, safetySettings, ...generationConfig } =
      config
    const beside = {
      system_instruction: systemInstruction,
      tools,
      tool_config: toolConfig,
      cachedContent,
      safetySettings,
    }
    const given = Object.entries(beside).filter(([, value]) => value !== undefined)
    return { ...around, ...Object.fromEntries(given), generationConfig }
  })

const text = some({ model: common.model })

const langchain = some({ model: common.model, other: fc.constant({ state: 1 }) })

const adk = some({
  id: fc.constant('s1'),
  appName: fc.constant('app'),
  userId: fc.constant('u1'),
  state: fc.constantFrom({}, { key: 'value', 'user:name': 'Ann' }),
})

const aiSdk = some({
  ...common,
  model: fc.constantFrom<unknown>('gpt-5.4', 'claude-opus-5-5', 'gemini-3-pro', {
    provider: 'openai.chat',
    modelId: 'gpt-4o',
  }),
  system: fc.oneof(
    someText(),
    fc.array(
      someText().map(content => ({
        role: 'system',
        content,
        providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
      })),
      { maxLength: 2 },
    ),
  ),
  instructions: someText(),
  tools: fc.constantFrom<unknown>(
    {},
    { search: { description: 'd', inputSchema: { jsonSchema: sealed }, strict: true } },
    { search: { inputSchema: sealed }, '1 odd': { parameters: sealed } },
    { web_search: { type: 'provider', id: 'anthropic.web_search_20250305', args: { maxUses: 2 } }, run: {} },
    [{ type: 'function', name: 'search', inputSchema: sealed }],
  ),
  toolChoice: fc.constantFrom<unknown>(
    'auto',
    'required',
    'none',
    { type: 'tool', toolName: 'search' },
    { type: 'auto' },
  ),
  maxOutputTokens: fc.constantFrom(1, 1_000, 999_999),
  reasoning: fc.constantFrom('none', 'low', 'max', 'provider-default'),
  stopSequences: fc.constantFrom<unknown>(['END'], [' ']),
  seed: fc.constant(7),
  responseFormat: fc.constantFrom<unknown>(
    { type: 'text' },
    { type: 'json', schema: sealed, name: 'answer' },
  ),
  providerOptions: fc.constantFrom<unknown>(
    { openai: { store: false } },
    { anthropic: { sendReasoning: true } },
  ),
})

/** Generators of a request's fields besides its messages: settings that its provider knows, for various models. */
export const settings = {
  'openai-chat': chat,
  openai,
  anthropic,
  gemini,
  'ai-sdk': aiSdk,
  text,
  langchain,
  adk,
} as const
