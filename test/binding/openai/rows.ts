import type { BindingProvider } from '../../../src/testing/fake/binding/index.ts'
import type { RowOfEdits } from '../rows.ts'
import { developer, type Item, type Request, start, tool, user } from './conversation.ts'

const png = (data: string) => user([{ type: 'input_image', image_url: `data:image/png;base64,${data}` }])
const update = { type: 'configuration_update', reasoning: { effort: 'low' } }
const schema = { type: 'json_schema', name: 'x', schema: {} }

/** Replaces the first items by a compaction item, up to and with the first answer. */
const summarize = (r: Request, provider: BindingProvider): void => {
  const { output } = provider.answer({
    ...r,
    input: [...r.input.slice(0, 4), { type: 'compaction_trigger' }],
  }).body as { output: Item[] }
  r.input.splice(0, 4, ...output)
}

/** Edits between two requests, one row of the vendor's page each: an edit that it takes, and one that it refuses. */
export const rows: readonly RowOfEdits<Request>[] = [
  {
    row: 'append at the end, or change an earlier item',
    accepted: r => r.input.push(developer('Now briefly.'), user('More.')),
    refused: r => (r.input[4] = user('Go')),
  },
  {
    row: 'text at the end, or a text part in an earlier user turn',
    accepted: r => r.input.push(user('Now.')),
    refused: r =>
      (r.input[4] = user([
        { type: 'input_text', text: 'Go on.' },
        { type: 'input_text', text: 'Now.' },
      ])),
  },
  {
    row: 'a filler that is sent again, or not',
    request: start({ input: [user('Hi'), user('Continue.')] }),
    accepted: r => r.input.push(user('Continue.')),
    refused: r => r.input.splice(1, 1),
  },
  {
    row: 'added tools appended, or in the tools of the request',
    accepted: r => r.input.push({ type: 'additional_tools', role: 'developer', tools: [tool('late')] }),
    refused: r => r.tools.push(tool('late')),
  },
  {
    row: 'an output schema appended, or in the request',
    accepted: r => r.input.push({ type: 'configuration_update', text: { format: schema } }, user('More.')),
    refused: r => (r.text.format = schema),
  },
  {
    row: 'effort appended, or in the request',
    accepted: r => r.input.push(update, user('More.')),
    refused: r => (r.reasoning.effort = 'low'),
  },
  {
    row: 'instructions for the turn, or another developer message',
    accepted: r => (r.instructions = 'Be kind.'),
    refused: r => (r.input[0] = developer('Be kind.')),
  },
  {
    row: 'another image appended, or one re-encoded',
    request: start({ input: [developer('Be brief.'), png('aGVsbG8=')] }),
    accepted: r => r.input.push(png('aGVsbG8h')),
    refused: r => (r.input[1] = png('aGVsbG8h')),
  },
  {
    row: 'compaction by the vendor, or the same without its item',
    accepted: summarize,
    refused: (r, provider) => {
      summarize(r, provider)
      r.input.shift()
    },
  },
  {
    row: 'an own summary appended, or in place of old turns',
    accepted: r => r.input.push(developer('Summary.')),
    refused: r => r.input.splice(1, 4, user('Summary.')),
  },
  {
    row: 'the newest reasoning left out, or the oldest',
    request: start({ store: false }),
    accepted: r => r.input.splice(8, 1),
    refused: r => r.input.splice(2, 1),
  },
]
