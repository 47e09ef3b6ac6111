import type { GeneratedContent, Line } from './run.ts'

const words = (contents: readonly GeneratedContent[]): unknown => {
  const texts = contents.map(content => (content.kind === 'text' ? content.text : `[${content.kind}]`))
  return texts.length === 1 ? texts[0] : texts.join('\n')
}

const strays: readonly object[] = [
  { role: 'human', content: 'Another name.' },
  { from: 'gpt', value: 'By another key.' },
  { role: 'system', content: 'Late.' },
  { role: 'narrator', content: 'Nobody knows who.' },
  { role: 'assistant', content: '' },
  { role: 'user', content: ' \n ' },
  { role: 'observation', content: 'Nobody asked.' },
  {
    role: 'assistant',
    content: 'Calling.',
    tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{}' } }],
  },
  { role: 'user', content: ['a', { type: 'text', text: 'b' }, 5] },
  { from: 'function_call', value: 'no JSON' },
]

/** Writes a run as roles and words; each call is JSON in a message of its own. */
export const toPlain = (lines: readonly Line[]): unknown[] =>
  lines.flatMap((line): unknown[] => {
    if (line.kind === 'user') return [{ role: 'user', content: words(line.contents) }]
    if (line.kind === 'system') return [{ role: 'system', content: line.text }]
    if (line.kind === 'own') return [strays[line.variant % strays.length]]
    if (line.kind === 'result') return [{ role: 'tool', content: words(line.contents), name: line.call.name }]
    return line.pieces.flatMap((piece): unknown[] => {
      if (piece.kind === 'text') return [{ role: 'assistant', content: piece.text }]
      if (piece.kind !== 'call') return []
      const { name, value, text, freeform } = piece.call
      return [
        { role: 'function_call', content: JSON.stringify({ name, arguments: freeform ? text : value }) },
      ]
    })
  })
