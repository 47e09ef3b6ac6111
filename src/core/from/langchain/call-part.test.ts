import { compile } from 'ctxc'
import { fromLangChain } from 'ctxc/from/langchain'
import { expect, test } from 'vitest'

const human = { type: 'human', content: 'Weather in Oslo?' }
const item = {
  type: 'function_call',
  id: 'fc_1',
  call_id: 'call_1',
  name: 'weather',
  arguments: '{"city":"Oslo"}',
}
const listed = { type: 'tool_call', id: 'call_1', name: 'weather', args: { city: 'Oslo' } }
const result = { type: 'tool', tool_call_id: 'call_1', content: '3 degrees' }

test.each([
  ['a content block and a listed call', { content: [item], tool_calls: [listed] }],
  ['a content block alone', { content: [item] }],
  ['a wrapped content block', { content: [{ type: 'non_standard', value: item }], tool_calls: [listed] }],
  ['a listed call with the id of its item', { content: '', tool_calls: [{ ...listed, call_id: 'fc_1' }] }],
])('%s are one call with its result', async (_, answer) => {
  const conversation = fromLangChain([human, { type: 'ai', ...answer }, result])
  const { request, diagnostics } = await compile(conversation, { target: 'openai-chat', model: 'gpt-5.4' })
  expect(diagnostics).toEqual([])
  expect(request?.messages.slice(1)).toMatchObject([
    { role: 'assistant', tool_calls: [{ id: 'call_1' }] },
    { role: 'tool', tool_call_id: 'call_1', content: '3 degrees' },
  ])
})

const custom = { type: 'custom_tool_call', id: 'ctc_1', call_id: 'call_1', name: 'grep', input: 'TODO' }

test.each([
  [
    "Python's form",
    { content: [custom], tool_calls: [{ ...listed, name: 'grep', args: { __arg1: 'TODO' } }] },
  ],
  [
    "JavaScript's form",
    {
      content: '',
      tool_calls: [
        {
          ...custom,
          type: 'tool_call',
          id: 'call_1',
          call_id: 'ctc_1',
          isCustomTool: true,
          args: { input: 'TODO' },
        },
      ],
    },
  ],
])('a custom tool in %s is called with plain text', async (_, answer) => {
  const conversation = fromLangChain([
    human,
    { type: 'ai', ...answer },
    { ...result, additional_kwargs: { customTool: {} } },
  ])
  const { request, diagnostics } = await compile(conversation, { target: 'openai', model: 'gpt-5.4' })
  expect(diagnostics.filter(({ level }) => level !== 'info')).toEqual([])
  expect(request?.input.slice(1)).toEqual([
    { type: 'custom_tool_call', call_id: 'call_1', name: 'grep', input: 'TODO' },
    { type: 'custom_tool_call_output', call_id: 'call_1', output: '3 degrees' },
  ])
})

const action = { type: 'screenshot' }
const computer = {
  type: 'computer_call',
  id: 'cu_1',
  call_id: 'call_1',
  action,
  status: 'completed',
  pending_safety_checks: [],
}
const listedComputer = {
  ...computer,
  type: 'tool_call',
  id: 'call_1',
  call_id: 'cu_1',
  name: 'computer_use',
  isComputerTool: true,
  args: { action },
}
const url = 'data:image/png;base64,iVBORw0KGgo='
const picture = { type: 'input_image', image_url: url }
const screen = (content: unknown) => ({
  type: 'tool',
  tool_call_id: 'call_1',
  additional_kwargs: { type: 'computer_call_output' },
  content,
})
const openai = { model_provider: 'openai', model_name: 'gpt-5.4' }

const computerForms: readonly (readonly [string, object, unknown])[] = [
  ['kept next to an answer', { content: '', additional_kwargs: { tool_outputs: [computer] } }, [picture]],
  [
    'among the items of an answer',
    { content: '', response_metadata: { ...openai, output: [computer] } },
    url,
  ],
  [
    'among the items and listed',
    { content: '', tool_calls: [listedComputer], response_metadata: { ...openai, output: [computer] } },
    [{ type: 'computer_screenshot', image_url: url }],
  ],
  ['in the content', { content: [computer] }, [{ type: 'image_url', image_url: { url } }]],
  ['that is only listed', { content: '', tool_calls: [listedComputer] }, [picture]],
  [
    'in three places',
    { content: [computer], tool_calls: [listedComputer], additional_kwargs: { tool_outputs: [computer] } },
    [picture],
  ],
]

test.each(computerForms)('a call of a computer %s keeps its screenshot', async (_, answer, content) => {
  const messages = [human, { type: 'ai', ...answer }, screen(content), { type: 'human', content: 'And now?' }]
  const { request, diagnostics } = await compile(fromLangChain(messages, { model: 'gpt-5.4' }), {
    target: 'openai',
    model: 'gpt-5.4',
  })
  expect(diagnostics.map(({ code, data }) => [code, data])).toEqual([])
  expect(request?.input.slice(1, 3)).toEqual([
    computer,
    {
      type: 'computer_call_output',
      call_id: 'call_1',
      output: { type: 'computer_screenshot', image_url: url },
    },
  ])
})

test.each(computerForms)(
  'a call of a computer %s is a call for another provider',
  async (_, answer, content) => {
    const messages = [
      human,
      { type: 'ai', ...answer },
      screen(content),
      { type: 'human', content: 'And now?' },
    ]
    const { request } = await compile(fromLangChain(messages, { model: 'gpt-5.4' }), {
      model: 'claude-sonnet-5',
    })
    expect(request?.messages.slice(1)).toMatchObject([
      { role: 'assistant', content: [{ type: 'tool_use', input: { type: 'screenshot' } }] },
      { role: 'user', content: [{ type: 'tool_result' }, { type: 'text', text: 'And now?' }] },
    ])
  },
)

test('a message that claims a screenshot without one is an ordinary result', async () => {
  const messages = [human, { type: 'ai', content: '', tool_calls: [listed] }, screen('')]
  const { request } = await compile(fromLangChain(messages), { target: 'openai-chat', model: 'gpt-5.4' })
  expect(request?.messages[2]).toMatchObject({ role: 'tool', tool_call_id: 'call_1' })
})
