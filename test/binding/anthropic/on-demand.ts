import type { BindingCase } from '../cases.ts'
import {
  compact,
  errorOf,
  grown,
  iterations,
  next,
  type Request,
  start,
  system,
  user,
} from './conversation.ts'

const summarize = { compaction: { type: 'summarize' } }
const call = { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'read', input: {} }] }
const result = user([{ type: 'tool_result', tool_use_id: 'a', content: 'ok' }])

/** Makes a case of requests for a compaction: the answer to each by its error, or 200. */
const asking = (
  title: string,
  requests: readonly object[],
  verdict: readonly unknown[],
  options: BindingCase['options'] = { betas: [compact] },
): BindingCase => ({
  title,
  options,
  play: provider => requests.map(rest => errorOf(provider.answer(start({ ...summarize, ...rest })))),
  verdict,
})

const refused = (field: string) => `400 ${field}: cannot be combined with \`compaction\``

/** Makes a case that edits a request with a signed block, and sends it. */
const carrying = (
  title: string,
  change: (request: Request, block: any) => unknown,
  verdict: unknown,
): BindingCase => ({
  title,
  options: { betas: [compact] },
  play: provider => {
    const made = { type: 'compaction', content: 'Summary.', encrypted_content: 'sealed', tool_changes: [] }
    const { content } = provider.answer(start(summarize), [made]).body as any
    const request = start({ messages: [{ role: 'assistant', content }, user('Go on.')] })
    change(request, content[0])
    return errorOf(provider.answer(request))
  },
  verdict,
})

export const onDemand: readonly BindingCase[] = [
  carrying('a block as returned is taken', () => {}, 200),
  carrying('a block in a first user message is taken', r => (r.messages[0]!.role = 'user'), 200),
  carrying(
    'a null field that a serializer added is refused',
    (_, block) => (block.citations = null),
    '400 messages.0.content.0.compaction.citations: Extra inputs are not permitted',
  ),
  carrying(
    'more than one block is refused',
    (r, block) => r.messages.splice(1, 0, { role: 'assistant', content: [block] }),
    '400 compaction_block_ambiguous',
  ),
  carrying(
    'a block without content beside it is taken',
    r =>
      r.messages.push({ role: 'assistant', content: [{ type: 'compaction', content: null }] }, user('Go.')),
    200,
  ),
  carrying(
    'a block behind a text is refused',
    r => r.messages[0]!.content.unshift({ type: 'text', text: 'Hi' }),
    '400 compaction_block_misplaced',
  ),
  carrying(
    'a block in a system message is refused',
    r => (r.messages[0]!.role = 'system'),
    '400 compaction_block_misplaced',
  ),
  carrying(
    'a block with another signature is refused',
    (_, block) => (block.signature = 'x'),
    '400 compaction_signature_invalid',
  ),
  carrying(
    'a block with another text is refused',
    (_, block) => (block.content = 'Other.'),
    '400 compaction_content_mismatch',
  ),
  carrying(
    'a block that lost its sealed metadata is refused',
    (_, block) => delete block.encrypted_content,
    '400 compaction_signature_invalid',
  ),
  carrying(
    'a block that lost its tool changes is refused',
    (_, block) => delete block.tool_changes,
    '400 compaction_tool_changes_mismatch',
  ),
  carrying(
    'a remaining task budget is refused while a block is carried, a total is not',
    r => (r.output_config = { task_budget: { type: 'tokens', total: 9, remaining: 5 } }),
    '400 output_config.task_budget.remaining: not supported with a `compaction` block',
  ),
  asking(
    'a compaction needs its header',
    [{}],
    ['400 `compaction` requires anthropic-beta: compact-2026-09-04'],
    {},
  ),
  asking('Bedrock has no compaction on demand', [{}], ['400 compaction: Extra inputs are not permitted'], {
    betas: [compact],
    platform: 'bedrock',
  }),
  asking('Foundry has compaction on demand', [{}], [200], { betas: [compact], platform: 'foundry' }),
  asking(
    'a compaction is refused beside context management',
    [{ context_management: { edits: [] } }, { context_management: null }],
    [refused('context_management'), 200],
  ),
  asking(
    'a compaction is refused beside stop sequences',
    [{ stop_sequences: ['END'] }, { stop_sequences: [] }],
    [refused('stop_sequences'), 200],
  ),
  asking(
    'a compaction is refused beside an output format, and taken beside an effort',
    [
      { output_config: { format: { type: 'json_schema', schema: {} } } },
      { output_config: { effort: 'low' } },
    ],
    [refused('output_config.format'), 200],
  ),
  asking(
    'a compaction is refused beside a forced tool, and taken beside a free choice',
    ['any', 'tool', 'auto', 'none'].map(type => ({ tool_choice: { type } })),
    [refused('tool_choice'), refused('tool_choice'), 200, 200],
  ),
  asking(
    'a compaction is refused beside a remaining task budget, and taken beside a total',
    [{ remaining: 5 }, {}].map(rest => ({
      output_config: { task_budget: { type: 'tokens', total: 9, ...rest } },
    })),
    [refused('output_config.task_budget.remaining'), 200],
  ),
  asking(
    'instructions of 16,384 characters are the longest',
    [16_385, 16_384].map(length => ({
      compaction: { type: 'summarize', instructions: 'x'.repeat(length) },
    })),
    ['400 compaction.instructions: String should have at most 16384 characters', 200],
  ),
  asking(
    'a compaction is refused at an open call, and taken behind its result or at an answer',
    [[call], [call, result], [{ role: 'assistant', content: 'Yes.' }]].map(messages => ({
      messages: [user('Hi'), ...messages],
    })),
    ['400 compaction_incomplete_turn', 200, 200],
  ),
  asking(
    'a compaction needs user or assistant content',
    [[], [system('Now.')], [user('')], [user('Hi'), system('Now.')]].map(messages => ({ messages })),
    [...Array(3).fill('400 compaction_nothing_to_summarize'), 200],
  ),
  {
    title: 'a compaction without a summary has empty content and its stop reason, and is billed',
    options: { betas: [compact] },
    play: (_, sibling) =>
      (['max_tokens', 'model_context_window_exceeded', 'tool_use', 'refusal', 'end_turn'] as const).map(
        compaction => {
          const { status, body } = sibling({ compaction }).answer(start(summarize))
          return [status, body.content, body.stop_reason === compaction, iterations(body)]
        },
      ),
    verdict: Array(5).fill([200, [], true, [0, 'compaction']]),
  },
  {
    title:
      'a compaction that is unavailable is a 529, to make as well as to read; other requests are answered',
    options: { betas: [compact] },
    play: (provider, sibling) => {
      const { content } = provider.answer(start(summarize)).body
      const carried = start({ messages: [{ role: 'assistant', content }, user('Go on.')] })
      const down = sibling({ compaction: 'unavailable' })
      const { body } = down.answer(start(summarize))
      return [
        [start(summarize), carried, start()].map(it => errorOf(down.answer(it))),
        (body.error as any).type,
      ]
    },
    verdict: [['529 compaction_unavailable', '529 compaction_unavailable', 200], 'overloaded_error'],
  },
  {
    title: 'counting tokens ignores that a request asks for a compaction',
    play: provider => errorOf(provider.count(start({ ...summarize, stop_sequences: ['END'] }))),
    verdict: 200,
  },
  {
    title: 'a compaction is answered with one signed block, and its usage is in iterations',
    options: { betas: [compact] },
    play: provider => {
      const { body } = provider.answer({ ...grown(provider), ...summarize })
      const [{ signature, ...block }, ...more] = body.content as any
      const [{ input_tokens: input }] = (body.usage as any).iterations
      return [block, more, typeof signature, body.stop_reason, iterations(body), input > 0]
    },
    verdict: [
      { type: 'compaction', content: 'Summary.', encrypted_content: null },
      [],
      'string',
      'compaction',
      [0, 'compaction'],
      true,
    ],
  },
  {
    title: 'a compaction tells the tool changes of its range with the beta header of inline tools',
    options: { betas: [compact, 'inline-tools-2026-09-15'] },
    play: provider => {
      const change = (type: string) => ({ type, tool: { type: 'tool_reference', name: 'read' } })
      const messages = [user('Hi'), system([change('tool_removal')]), { role: 'assistant', content: 'Yes.' }]
      const { content } = provider.answer(start({ ...summarize, messages })).body
      const carried = next(provider, start({ messages: [{ role: 'assistant', content }, user('Go on.')] }))
      const again = provider.answer({ ...carried, ...summarize }).body.content
      return [content, again].map(it => (it as any)[0].tool_changes)
    },
    verdict: Array(2).fill([{ type: 'tool_removal', tool: { type: 'tool_reference', name: 'read' } }]),
  },
]
