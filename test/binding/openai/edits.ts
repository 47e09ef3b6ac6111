import type { BindingCase } from '../cases.ts'
import { dead, developer, edit, type Item, next, output, pathsOf, start, tool, user } from './conversation.ts'

const all = dead(2, 5, 8)
const png = (data: string) => user([{ type: 'input_image', image_url: `data:image/png;base64,${data}` }])

export const edits: readonly BindingCase[] = [
  edit('items at the end change nothing', ({ input }) =>
    input.push(
      developer('Now briefly.'),
      { type: 'additional_tools', role: 'developer', tools: [tool('late')] },
      { type: 'configuration_update', reasoning: { effort: 'low' } },
      user('More.'),
    ),
  ),
  edit('another first message ends all reasoning', r => (r.input[1] = user('Hello')), all),
  edit('another developer message ends all reasoning', r => (r.input[0] = developer('Be kind.')), all),
  edit('a shortened message ends the reasoning behind it', r => (r.input[4] = user('Go')), dead(5, 8)),
  edit(
    'another answer text ends the reasoning behind it',
    r => (r.input[3]!.content[0].text = 'Fine.'),
    dead(5, 8),
  ),
  edit('a deleted item ends the reasoning behind it', r => r.input.splice(3, 1), dead(4, 7)),
  edit('reordered items end the reasoning', r => r.input.splice(0, 2, r.input[1]!, r.input[0]!), all),
  edit(
    'a text added to an earlier user turn ends the reasoning behind it',
    r =>
      (r.input[4] = user([
        { type: 'input_text', text: 'Go on.' },
        { type: 'input_text', text: 'Now.' },
      ])),
    dead(5, 8),
  ),
  edit(
    'a text taken from an earlier user turn ends the reasoning behind it',
    r => r.input[1]!.content.pop(),
    all,
    start({
      input: [
        developer('Be brief.'),
        user([
          { type: 'input_text', text: 'Hi' },
          { type: 'input_text', text: 'Note.' },
        ]),
      ],
    }),
  ),
  edit(
    'a filler that is not sent again ends the reasoning behind it',
    r => r.input.splice(0, 1),
    dead(1, 4, 7),
  ),
  edit(
    'a re-encoded image ends the reasoning behind it',
    r => (r.input[1] = png('aGVsbG8h')),
    all,
    start({ input: [developer('Be brief.'), png('aGVsbG8=')] }),
  ),
  edit('an added tool ends all reasoning', r => r.tools.push(tool('more')), all),
  edit('another order of tools ends all reasoning', r => r.tools.reverse(), all),
  edit(
    'another output format ends all reasoning',
    r => (r.text.format = { type: 'json_schema', name: 'x', schema: {} }),
    all,
  ),
  edit('another effort ends all reasoning', r => (r.reasoning.effort = 'low'), all),
  edit('instructions, limits and choices change nothing', r =>
    Object.assign(r, {
      instructions: 'Be kind.',
      max_output_tokens: 5,
      tool_choice: 'none',
      text: { ...r.text, verbosity: 'low' },
      reasoning: { ...r.reasoning, summary: 'auto' },
      metadata: { x: 'y' },
    }),
  ),
  edit(
    'an own summary in place of old items ends the reasoning behind it',
    r => r.input.splice(1, 4, user('Summary.')),
    dead(2, 5),
  ),
  edit('an own summary at the end changes nothing', r => r.input.push(developer('Summary.'))),
  edit('removed reasoning ends the reasoning behind it', r => r.input.splice(2, 1), dead(4, 7)),
  edit('the newest reasoning may go', r => r.input.splice(8, 1)),
  edit('all reasoning may go', r => (r.input = r.input.filter(({ type }) => type !== 'reasoning'))),
  edit('ids, states and annotations change nothing', r => {
    const { role, content } = r.input[3]!
    r.input[3] = { role, content: [{ type: 'output_text', text: content[0].text }] }
  }),
  edit('a string is one part', r => {
    r.input[1] = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }
    r.input[3] = { role: 'assistant', content: 'Done.' }
  }),
  edit(
    'cache marks change nothing',
    r =>
      (r.input[1] = user([
        { type: 'input_text', text: 'Hi', prompt_cache_breakpoint: { mode: 'explicit' } },
      ])),
  ),
  edit('the order of keys changes nothing', r => (r.input[1] = { content: 'Hi', role: 'user' })),
  edit('a null field is absent', r => (r.input[1] = { ...user('Hi'), phase: null })),
  edit('the phase of an answer counts', r => (r.input[3]!.phase = 'commentary'), dead(5, 8)),
  edit(
    'a model before 6.2 binds nothing',
    r => (r.input[0] = developer('Be kind.')),
    [],
    start({ model: 'gpt-6.1-sol' }),
  ),
  {
    title: 'an input that is a string is one user message',
    play: provider => {
      const { body } = provider.answer({ model: 'gpt-6.2-sol', input: 'Hi' })
      return pathsOf(provider, { model: 'gpt-6.2-sol', input: [user('Hi'), ...(body.output as Item[])] })
    },
    verdict: [],
  },
  {
    title: 'reasoning between calls is bound to the calls before it',
    play: provider => {
      const call = (call_id: string) => ({
        type: 'function_call',
        call_id,
        name: 'read',
        arguments: '{"a":1}',
      })
      const script = [
        { type: 'reasoning', summary: [] },
        call('a'),
        { type: 'reasoning', summary: [] },
        call('b'),
      ]
      const request = next(provider, start(), output('ok'), script)
      const other = structuredClone(request)
      other.input[3]!.arguments = '{"a": 1}'
      return [pathsOf(provider, request), pathsOf(provider, other)]
    },
    verdict: [[], dead(4)],
  },
]
