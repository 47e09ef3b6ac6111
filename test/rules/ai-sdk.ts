import type { Body, Mutant, Mutants } from './mutant.ts'
import { pairs } from './pairs.ts'

const hello = { role: 'user', content: 'Hi' }
const said = { role: 'assistant', content: 'Hello.' }
const call = (id: string, more: object = {}): object => ({
  type: 'tool-call',
  toolCallId: id,
  toolName: 'search',
  input: { query: 'x' },
  ...more,
})
const called = (id: string, more: object = {}): object => ({ role: 'assistant', content: [call(id, more)] })
const result = (id: string, output: object = { type: 'text', value: 'sunny' }): object => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId: id, toolName: 'search', output }],
})
const changes = (toolName: string): object => ({
  role: 'system',
  content: '',
  providerOptions: { anthropic: { toolChanges: [{ type: 'tool_removal', toolName }] } },
})
const update = (reasoningEffortUpdate: string): object => ({
  role: 'system',
  content: '',
  providerOptions: { openai: { reasoningEffortUpdate } },
})
const sixth = { model: 'gpt-6.1-sol', allowSystemInMessages: true }
const late = { role: 'system', content: 'Be brief.' }
const tools = { search: { inputSchema: { jsonSchema: { type: 'object', properties: {} } } } }

const body = (messages: readonly object[], more: Body = {}): Body => ({ model: 'gpt-5.4', messages, ...more })

const talk = (broken: readonly object[], legal: readonly object[], more: Body = {}): Mutant => ({
  broken: body(broken, more),
  legal: body(legal, more),
})

const claude = { model: 'claude-sonnet-4-5', tools }
const placed = { model: 'claude-opus-4-8', system: 'You help.', allowSystemInMessages: true }
const gemini = { model: 'gemini-3-pro' }
const answer = (...content: object[]): object => ({ role: 'assistant', content })
const thought = (providerOptions?: object): object => ({
  type: 'reasoning',
  text: 'Hm.',
  ...(providerOptions && { providerOptions }),
})
/** A request with one function more than a vendor's API takes, and one without it. */
const functions = (more: Body, most: number): Mutant => {
  const declared = Array.from({ length: most + 1 }, (_, at) => [`f${at}`, tools.search] as const)
  return {
    broken: body([hello], { ...more, tools: Object.fromEntries(declared) }),
    legal: body([hello], { ...more, tools: Object.fromEntries(declared.slice(1)) }),
  }
}
const word = { type: 'text', text: 'So.' }
const compaction = {
  type: 'custom',
  kind: 'openai.compaction',
  providerOptions: { openai: { itemId: 'cmp_1', encryptedContent: 'AAAA' } },
}
const searched = [
  call('ws_1', { providerExecuted: true }),
  { type: 'tool-result', toolCallId: 'ws_1', toolName: 'search', output: { type: 'json', value: [] } },
]
const ran = call('srvtoolu_1', { providerExecuted: true })
const came = {
  type: 'tool-result',
  toolCallId: 'srvtoolu_1',
  toolName: 'search',
  output: { type: 'json', value: [] },
}
const asked = [hello, called('call_1'), result('call_1')]
const pictures = (count: number): object => ({
  role: 'user',
  content: Array.from({ length: count }, () => ({
    type: 'file',
    mediaType: 'image/png',
    data: 'iVBORw0KGgo=',
  })),
})
const file = (more: object): object => ({ role: 'user', content: [{ type: 'file', ...more }] })
const number = (key: string, broken: unknown, legal: unknown, more: Body = {}): Mutant => ({
  broken: body([hello], { ...more, [key]: broken }),
  legal: body([hello], { ...more, [key]: legal }),
})

/** Broken requests for each rule of the AI SDK's prompt. */
export const aiSdkMutants: Mutants = {
  S1: talk([], [hello]),
  S2: talk([hello, called('call_1'), hello], [...asked, hello]),
  'S2 at the end': talk([hello, called('call_1')], asked),
  'S2 not answered for': talk(
    [
      hello,
      answer(call('call_1'), { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'call_1' }),
      { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'a2', approved: true }] },
    ],
    [
      hello,
      answer(call('call_1'), { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'call_1' }),
      { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'a1', approved: true }] },
    ],
  ),
  S3: talk([hello, result('call_1'), hello], asked),
  'S3 twice': talk(
    [hello, answer(call('call_1'), call('call_1')), result('call_1')],
    [hello, answer(call('call_1')), result('call_1')],
  ),
  S4: talk([hello, late, hello], [hello, hello]),
  'S4 on Gemini': {
    broken: body([hello, late, hello], { ...gemini, allowSystemInMessages: true }),
    legal: body([hello, hello], gemini),
  },
  'S4 after an answer': talk([hello, said, late, hello], [hello, late, said, hello], placed),
  'S4 hoisted': {
    broken: body([hello, late], { ...placed, system: undefined }),
    legal: body([hello, late], placed),
  },
  S5: talk([{ role: 'robot', content: 'beep' }], [hello]),
  'S5 part': talk([{ role: 'user', content: [{ type: 'hologram' }] }], [hello]),
  'S5 tool text': talk([...asked, { role: 'tool', content: 'sunny' }], asked),
  S6: talk([{ role: 'user', content: [] }], [hello]),
  'S6 empty text': talk(
    [{ role: 'user', content: [{ type: 'text', text: '' }] }],
    [{ role: 'user', content: [word] }],
  ),
  'S6 blank': talk([{ role: 'user', content: ' ' }], [hello], claude),
  'S6 empty answer': talk([hello, { role: 'assistant', content: '' }, hello], [hello, said, hello]),
  S7: talk([hello, called('call_1', { input: 'x' }), result('call_1')], asked),
  S8: talk([hello, called('call 1'), result('call 1')], asked),
  'S8 long': talk([hello, called('x'.repeat(41)), result('x'.repeat(41))], asked),
  'S8 name': talk([hello, called('call_1', { toolName: '1st' }), result('call_1')], asked),
  'S8 declared': number('tools', { 'a b': tools.search }, tools),
  S9: talk([hello, called('call_1'), result('call_1', { type: 'words', value: 'sunny' })], asked),
  'S9 text': talk(
    [hello, called('call_1'), result('call_1', { type: 'text', value: { sky: 'clear' } })],
    asked,
  ),
  S10: talk(
    [
      hello,
      answer({ ...word, providerOptions: { openai: { itemId: 'msg_1' } } }),
      hello,
      answer({ ...word, providerOptions: { openai: { itemId: 'msg_1' } } }),
    ],
    [hello, answer({ ...word, providerOptions: { openai: { itemId: 'msg_1' } } }), hello, answer(word)],
  ),
  'S10 custom': talk(
    [hello, answer(compaction, word, compaction), hello],
    [hello, answer(compaction, word), hello],
  ),
  'S10 search': talk(
    [hello, answer(...searched, word), hello, answer(...searched, word), hello],
    [hello, answer(...searched, word), hello, answer(word), hello],
  ),
  S11: talk([hello, said, said, hello], [hello, said, hello], gemini),
  S12: talk([said, hello], [hello, said, hello], claude),
  'S12 end': talk([hello, said], [hello, said, hello], claude),
  S13: number('maxOutputTokens', 0.5, 1),
  'S13 temperature': number('temperature', 1.5, 1, claude),
  'S13 top': number('topP', 1.5, 1),
  'S13 seed': number('seed', 1.5, 1),
  'S13 level': number('reasoning', 'utmost', 'high'),
  S14: talk(
    [hello, answer(thought(), word), hello],
    [hello, answer(thought({ openai: { itemId: 'rs_1' } }), word), hello],
  ),
  'S14 of another': talk(
    [hello, answer(thought({ openai: { itemId: 'rs_1' } }), word), hello],
    [hello, answer(thought({ anthropic: { signature: 'AAAA' } }), word), hello],
    claude,
  ),
  'S14 alone': talk(
    [hello, answer(thought({ anthropic: { signature: 'AAAA' } })), hello],
    [hello, answer(thought({ anthropic: { signature: 'AAAA' } }), word), hello],
    claude,
  ),
  S15: talk(
    [file({ data: 'AAAA', mediaType: 'application/zip' })],
    [file({ data: 'AAAA', mediaType: 'application/pdf' })],
  ),
  'S15 sound': talk(
    [file({ data: 'AAAA', mediaType: 'audio/wav' })],
    [file({ data: 'AAAA', mediaType: 'image/png' })],
  ),
  'S15 unknown type': talk(
    [file({ data: 'AAAA', mediaType: 'image/*' })],
    [file({ data: 'https://x.org/a', mediaType: 'image/*' })],
  ),
  'S15 elsewhere': talk(
    [file({ data: { type: 'reference', reference: { anthropic: 'f' } }, mediaType: 'image/png' })],
    [file({ data: { type: 'reference', reference: { openai: 'f' } }, mediaType: 'image/png' })],
  ),
  S16: talk(
    [
      hello,
      answer(
        {
          type: 'tool-result',
          toolCallId: 'ws_1',
          toolName: 'web_search',
          output: { type: 'json', value: [] },
        },
        word,
      ),
      hello,
    ],
    [
      hello,
      answer(
        call('ws_1', { providerExecuted: true }),
        { type: 'tool-result', toolCallId: 'ws_1', toolName: 'search', output: { type: 'json', value: [] } },
        word,
      ),
      hello,
    ],
  ),
  'S16 of another': talk(
    [hello, answer(call('srvtoolu_1', { providerExecuted: true }), word), hello],
    [hello, answer(call('ws_1', { providerExecuted: true }), word), hello],
  ),
  'S16 in two answers': talk(
    [hello, answer(ran), hello, answer(came, word), hello],
    [hello, answer(ran, call('c1')), result('c1'), answer(came, word), hello],
    claude,
  ),
  S17: { broken: body(asked, { model: 'claude-sonnet-4-5' }), legal: body(asked, claude) },
  S18: number(
    'toolChoice',
    { type: 'tool', toolName: 'ghost' },
    { type: 'tool', toolName: 'search' },
    { tools },
  ),
  'S18 foreign': number(
    'tools',
    { web_search: { type: 'provider', id: 'anthropic.web_search_20250305', args: {} } },
    { web_search: { type: 'provider', id: 'openai.web_search', args: {} } },
  ),
  S20: talk(
    [hello, answer(call('call_1', { input: { a: ' '.repeat(1_048_569) } })), result('call_1')],
    [hello, answer(call('call_1', { input: { a: ' '.repeat(1_048_568) } })), result('call_1')],
  ),
  S22: talk([hello, changes('ghost'), said, hello], [hello, changes('search'), said, hello], {
    ...placed,
    tools,
  }),
  S23: functions({ ...gemini }, 512),
  'S23 of Chat': functions({ model: 'openai.chat/gpt-5.4' }, 128),
  S24: {
    broken: body([hello], { providerOptions: { openai: { metadata: pairs(17) } } }),
    legal: body([hello], { providerOptions: { openai: { metadata: pairs(16) } } }),
  },
  'S24 on Azure': {
    broken: body([hello], { model: 'azure/gpt-5.4', providerOptions: { openai: { metadata: pairs(17) } } }),
    legal: body([hello], { model: 'azure/gpt-5.4', providerOptions: { openai: { metadata: pairs(16) } } }),
  },
  S25: talk([hello, update('high'), update('low')], [hello, update('high'), hello, update('low')], sixth),
  'S25 truncation': {
    broken: body([hello, update('low')], {
      ...sixth,
      providerOptions: { openai: { truncation: 'auto' } },
    }),
    legal: body([hello, update('low')], { ...sixth, providerOptions: { openai: { store: false } } }),
  },
  'S20 images': talk([pictures(601)], [pictures(600)], { model: 'claude-sonnet-5' }),
  S19: talk(
    asked,
    [hello, answer(thought({ anthropic: { signature: 'AAAA' } }), call('call_1')), result('call_1')],
    { ...claude, providerOptions: { anthropic: { thinking: { type: 'enabled', budgetTokens: 1_024 } } } },
  ),
}
