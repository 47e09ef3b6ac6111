import { describe, expect, test } from 'vitest'
import { defaultPasses, type Pass } from '../../src/compile.ts'
import { fromAnthropic, fromOpenAIResponses } from '../../src/from.ts'
import { agent, C, compile } from '../../src/index.ts'
import { fakeProvider } from '../../src/testing/index.ts'

const hello = { role: 'user', content: 'Look at the repository.' }
const caller = { type: 'direct' }

/** A call of each built-in tool that the caller runs, and its whole answer. */
const pairs = {
  'local shell': [
    {
      type: 'local_shell_call',
      id: 'lsh_1',
      call_id: 'call_1',
      status: 'completed',
      action: { type: 'exec', command: ['ls'], env: {} },
    },
    { type: 'local_shell_call_output', call_id: 'call_1', output: '{"stdout":"a.txt"}' },
  ],
  shell: [
    {
      type: 'shell_call',
      id: 'sh_1',
      call_id: 'call_1',
      status: 'completed',
      caller,
      environment: { type: 'local' },
      action: { commands: ['ls'], timeout_ms: null, max_output_length: null },
    },
    {
      type: 'shell_call_output',
      call_id: 'call_1',
      max_output_length: 4096,
      output: [{ stdout: 'a.txt', stderr: '', outcome: { type: 'exit', exit_code: 0 } }],
    },
  ],
  patch: [
    {
      type: 'apply_patch_call',
      id: 'apc_1',
      call_id: 'call_1',
      status: 'completed',
      operation: { type: 'delete_file', path: 'a.txt' },
    },
    { type: 'apply_patch_call_output', call_id: 'call_1', status: 'failed', output: 'a.txt is locked' },
  ],
  'patch without words': [
    {
      type: 'apply_patch_call',
      id: 'apc_1',
      call_id: 'call_1',
      status: 'completed',
      operation: { type: 'create_file', path: 'b.txt', diff: '+b' },
    },
    { type: 'apply_patch_call_output', call_id: 'call_1', status: 'completed' },
  ],
  'computer, one action': [
    {
      type: 'computer_call',
      id: 'cu_1',
      call_id: 'call_1',
      status: 'completed',
      pending_safety_checks: [],
      action: { type: 'wait' },
    },
    {
      type: 'computer_call_output',
      call_id: 'call_1',
      output: { type: 'computer_screenshot', image_url: 'data:image/png;base64,AAAA' },
    },
  ],
  'computer, several actions': [
    {
      type: 'computer_call',
      id: 'cu_1',
      call_id: 'call_1',
      status: 'completed',
      pending_safety_checks: [],
      actions: [{ type: 'wait' }, { type: 'screenshot' }],
    },
    {
      type: 'computer_call_output',
      call_id: 'call_1',
      output: { type: 'computer_screenshot', file_id: 'file_1' },
    },
  ],
} as const

const read = (input: readonly object[], more: object = {}) =>
  fromOpenAIResponses({ model: 'gpt-5.4', input, ...more } as never)

describe.each(Object.entries(pairs))('%s', (_name, pair) => {
  const input = [hello, ...pair]

  test('is sent back unchanged', async () => {
    const { ok, request, diagnostics } = await compile(read(input))
    expect(ok).toBe(true)
    expect(request).toMatchObject({ input })
    expect(diagnostics).toEqual([])
    expect(fakeProvider('openai').violations(request)).toEqual([])
  })

  test('is sent back unchanged if only the server has the call', async () => {
    const chained = { previous_response_id: 'resp_1' }
    const { request } = await compile(read(pair.slice(1), chained))
    expect(request).toMatchObject({ input: pair.slice(1), ...chained })
  })

  test('is written as text on another target, with its input and output', async () => {
    const { ok, request } = await compile(read(input), { target: 'anthropic', model: 'claude-sonnet-5' })
    const [call, answer] = pair
    const { action = null, actions = action, operation = actions } = call as Record<string, unknown>
    const told = JSON.stringify(request)
    expect(ok).toBe(true)
    const { output } = answer as { output?: { type?: unknown } | string }
    const isShown = typeof output === 'object' && output.type === 'computer_screenshot'
    if (isShown) expect(told).toMatch(/"type":"image"|\[file, image/)
    for (const word of wordsOf(isShown ? [operation] : [operation, output]))
      expect(told).toContain(JSON.stringify(word).slice(1, -1))
    expect(fakeProvider('anthropic').violations(request)).toEqual([])
  })

  test('becomes a function call without its output', async () => {
    const { ok, request } = await compile(read(input.slice(0, 2)))
    expect(ok).toBe(true)
    expect(request).toMatchObject({
      input: expect.arrayContaining([expect.objectContaining({ type: 'function_call' })]),
    })
    expect(fakeProvider('openai').violations(request)).toEqual([])
  })
})

test('a failed patch is an error on other targets', async () => {
  const { request } = await compile(read([hello, ...pairs.patch]), {
    target: 'anthropic',
    model: 'claude-sonnet-5',
  })
  expect(JSON.stringify(request)).toContain('"is_error":true')
})

test("text that a pass changed is not sent in the provider's own item", async () => {
  const redact: Pass = {
    kind: 'local',
    name: 'redact',
    run: part => {
      if (part.kind === 'tool-result')
        return { ...part, content: part.content.map(() => ({ kind: 'text', text: '[redacted]' })) }
      return part.kind === 'tool-call' ? { ...part, arguments: { commands: ['[redacted]'] } } : part
    },
  }
  const passes = [...defaultPasses, redact]
  const { ok, request } = await compile(read([hello, ...pairs.shell]), { passes })
  expect(ok).toBe(true)
  expect(JSON.stringify(request)).toContain('[redacted]')
  expect(JSON.stringify(request)).not.toMatch(/a\.txt|"ls"/)
  expect(fakeProvider('openai').violations(request)).toEqual([])
})

const hide: Pass = {
  kind: 'local',
  name: 'hide',
  run: part => (part.kind === 'reasoning' ? { ...part, text: '[hidden]' } : part),
}

test("a thought that a pass changed is not sent with the provider's seal", async () => {
  const thinking = { type: 'thinking', thinking: 'The door code is 1234.', signature: 'AAAA' }
  const messages = [
    { role: 'user', content: 'Open it.' },
    { role: 'assistant', content: [thinking, { type: 'text', text: 'Done.' }] },
    { role: 'user', content: 'Thanks.' },
  ]
  const program = fromAnthropic({ model: 'claude-sonnet-5', max_tokens: 99, messages } as never)
  const { ok, request } = await compile(program, { passes: [...defaultPasses, hide] })
  expect(ok).toBe(true)
  expect(JSON.stringify(request)).not.toContain('1234')
  expect(fakeProvider('anthropic').violations(request)).toEqual([])
})

test('an item after a thought that a pass changed is sent without its id', async () => {
  const thought = {
    type: 'reasoning',
    id: 'rs_1',
    summary: [{ type: 'summary_text', text: 'SECRET' }],
    encrypted_content: 'AAAA',
  }
  const call = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'f', arguments: '{}' }
  const output = { type: 'function_call_output', call_id: 'call_1', output: 'ok' }
  const { ok, request } = await compile(read([hello, thought, call, output]), {
    passes: [...defaultPasses, hide],
  })
  expect(ok).toBe(true)
  expect(JSON.stringify(request)).not.toMatch(/SECRET|fc_1/)
})

test('citations of text that a pass changed are not sent', async () => {
  const redact: Pass = {
    kind: 'local',
    name: 'redact',
    run: part => (part.kind === 'text' ? { ...part, text: part.text.replace('SECRET', '[redacted]') } : part),
  }
  const citations = [
    {
      type: 'char_location',
      cited_text: 'SECRET',
      document_index: 0,
      document_title: 'a',
      start_char_index: 0,
      end_char_index: 6,
    },
  ]
  const messages = [
    { role: 'user', content: 'What is it?' },
    { role: 'assistant', content: [{ type: 'text', text: 'It is SECRET.', citations }] },
    { role: 'user', content: 'Thanks.' },
  ]
  const program = fromAnthropic({ model: 'claude-sonnet-5', max_tokens: 99, messages } as never)
  const { ok, request } = await compile(program, { passes: [...defaultPasses, redact] })
  expect(ok).toBe(true)
  expect(JSON.stringify(request)).not.toContain('SECRET')
})

test.each(['call_1', 'lsh_1'])('the output of a local shell is found by the id of its call, %s', async id => {
  const [call] = pairs['local shell']
  const output = { type: 'local_shell_call_output', id, output: 'a.txt' }
  const { ok, request } = await compile(read([hello, call, output]))
  expect(ok).toBe(true)
  expect(request).toMatchObject({
    input: [hello, call, { type: output.type, call_id: 'call_1', output: 'a.txt' }],
  })
  expect(fakeProvider('openai').violations(request)).toEqual([])
})

test('compaction leaves results of built-in tools unchanged', async () => {
  const program = read([hello, ...pairs.shell])
  const shaped = { ...program, agent: agent({ name: 'agent', context: [C.all().compact({ over: 1 })] }) }
  const { request } = await compile(shaped, { model: 'gpt-5.4', target: 'openai' })
  expect(request).toMatchObject({ input: [hello, ...pairs.shell] })
})

/** Strings in a value, one by one. */
function wordsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.startsWith('data:') ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsOf) : []
}
