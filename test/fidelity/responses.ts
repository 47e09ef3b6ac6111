import fc from 'fast-check'
import { fromOpenAIResponses } from '../../src/from.ts'
import { type Format, said, sealed, some } from './same.ts'

type Item = Readonly<Record<string, unknown>>

const program = { type: 'program', caller_id: 'prog_N' }
const thought = fc.tuple(sealed(), fc.array(said(), { maxLength: 2 })).map(
  ([seal, texts]): Item => ({
    type: 'reasoning',
    id: 'rs_N',
    summary: texts.map(text => ({ type: 'summary_text', text })),
    encrypted_content: seal,
  }),
)
const annotation = { type: 'url_citation', url: 'https://x.no', title: 'X', start_index: 0, end_index: 3 }
const words = fc
  .tuple(
    said(),
    fc.constantFrom([], [annotation]),
    some({ phase: fc.constantFrom('commentary', 'final_answer') }),
  )
  .map(
    ([text, annotations, more]): Item => ({
      type: 'message',
      id: 'msg_N',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text, annotations }],
      ...more,
    }),
  )
const status = fc.constantFrom('completed')
const result = fc.oneof(
  said(),
  fc.constant([
    { type: 'input_text', text: 'a' },
    { type: 'input_image', detail: 'auto', image_url: 'https://x.no/a.png' },
  ]),
)
const call = fc
  .tuple(some({ id: fc.constant('fc_N'), namespace: fc.constant('crm'), status }), result)
  .map(([more, output]): Item[] => [
    { type: 'function_call', call_id: 'call_N', name: 'save', arguments: '{"n": 1}', ...more },
    { type: 'function_call_output', call_id: 'call_N', output },
  ])
const custom = said().map((input): Item[] => [
  { type: 'custom_tool_call', call_id: 'call_N', name: 'grep', input },
  { type: 'custom_tool_call_output', call_id: 'call_N', output: 'a' },
])
const owned = fc.constant<Item[]>([
  { type: 'program', id: 'p_N', call_id: 'prog_N', code: 'save()', fingerprint: 'AA==' },
  { type: 'function_call', call_id: 'call_N', name: 'save', arguments: '{}', caller: program },
  { type: 'function_call_output', call_id: 'call_N', output: 'ok', caller: program },
  { type: 'program_output', id: 'po_N', call_id: 'prog_N', result: '1', status: 'completed' },
])
const served = fc.constantFrom<Item[]>(
  [{ type: 'web_search_call', id: 'ws_N', status: 'completed', action: { type: 'search', query: 'x' } }],
  [
    {
      type: 'code_interpreter_call',
      id: 'ci_N',
      code: '1',
      container_id: 'cntr_1',
      outputs: [],
      status: 'completed',
    },
  ],
  [{ type: 'mcp_call', id: 'mcp_N', name: 'x', arguments: '{}', server_label: 's', output: '1' }],
  [{ type: 'new_item', id: 'ni_N', words: ['kept'] }],
)
const builtIn = fc.constantFrom<Item[]>(
  [
    { type: 'shell_call', id: 'sh_N', call_id: 'call_N', action: { commands: ['ls'] }, status: 'completed' },
    {
      type: 'shell_call_output',
      call_id: 'call_N',
      output: [{ stdout: 'a', stderr: '', outcome: { type: 'exit', exit_code: 0 } }],
    },
  ],
  [
    {
      type: 'apply_patch_call',
      id: 'apc_N',
      call_id: 'call_N',
      operation: { type: 'delete_file', path: 'a' },
      status: 'completed',
    },
    { type: 'apply_patch_call_output', call_id: 'call_N', status: 'failed', output: 'locked' },
  ],
  [
    {
      type: 'computer_call',
      id: 'cu_N',
      call_id: 'call_N',
      actions: [{ type: 'wait' }],
      status: 'completed',
    },
    {
      type: 'computer_call_output',
      call_id: 'call_N',
      output: { type: 'computer_screenshot', file_id: 'f' },
    },
  ],
)
const group = fc.oneof(
  words.map(item => [item]),
  call,
  custom,
  builtIn,
  owned,
  served,
)
const answer = fc
  .array(fc.tuple(fc.option(thought), group), { minLength: 1, maxLength: 4 })
  .map(groups => groups.flatMap(([seal, items]) => (seal === null ? items : [seal, ...items])))
const user = fc
  .oneof(
    said(),
    fc.constant([
      { type: 'input_text', text: 'Look.' },
      { type: 'input_image', detail: 'low', image_url: 'https://x.no/a.png' },
      { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0xLjcK' },
    ]),
  )
  .map((content): Item => ({ role: 'user', content }))

/** Gives each group of items ids of its own. */
const numbered = (groups: readonly Item[][]): Item[] =>
  groups.flatMap((items, at) => {
    let number = 0
    let last = ''
    return items.map(item => {
      if (!('caller' in item) && !/_output$/.test(String(item.type))) last = `${at}_${++number}`
      return JSON.parse(JSON.stringify(item).replaceAll('_N"', `_${last}"`)) as Item
    })
  })

/** Requests of the Responses API. */
export const responsesFormat: Format = {
  target: 'openai',
  model: 'gpt-5.6',
  requests: fc.array(fc.tuple(user, answer), { minLength: 1, maxLength: 3 }).map(turns => ({
    model: 'gpt-5.6',
    store: false,
    input: [
      ...turns.flatMap(([asked, items], at) => [asked, ...numbered([[], ...Array(at).fill([]), items])]),
      { role: 'user', content: 'Go on.' },
    ],
  })),
  read: request => fromOpenAIResponses(request as never),
  pieces: request => (request as { input: Item[] }).input,
}
