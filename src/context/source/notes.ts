import type { Run } from '../../ir/origin.ts'
import { anyKeyField } from '../../template/key-field.ts'
import { valueText } from '../../template/value-text.ts'
import { choice } from '../../validate/field.ts'
import type { SourceDefinition, Writing, WrittenSource } from '../definition/source.ts'
import { originIn, readOf, trustIn } from './key-value.ts'

const marks = {
  plain: () => '',
  checklist: () => '- [ ] ',
  numbered: (index: number) => `${index + 1}. `,
} as const

type NotesFormat = keyof typeof marks

/** Notes: a list or a text under a key of the state. */
export const notes: SourceDefinition<'notes'> = {
  source: 'notes',
  form: {
    title: 'Notes: what a key of the state holds, a list or a text.',
    needs: { key: anyKeyField('The key.') },
    takes: {
      format: choice(
        Object.keys(marks),
        'One to a line, as a list to be checked off, or numbered; plain when left out.',
      ),
    },
    usual: { format: 'plain' },
  },
  gives: 'text',
  label: ({ key }) => `notes ${key}`,
  // The key may have no value yet.
  reads: ({ key }) => [readOf(key, 'told', true)],
  write: ({ key, format }, writing) => notesOf(key, format, writing),
}

/** Writes the notes: a list in the given format, any other value as one unformatted text. */
function notesOf(key: string, format: NotesFormat, { origin, session }: Writing): WrittenSource | null {
  if (!Object.hasOwn(session.state, key)) return null
  const kept = session.state[key]
  const at = originIn(session, key)
  const trust = trustIn(session, key)
  if (!Array.isArray(kept)) return { trust, runs: [[valueText(kept), at]] }
  const lines = kept.map(valueText).filter(note => note !== '')
  const runs = lines.flatMap((note, index): Run[] => {
    // Further lines of a note are indented, so that none of them reads as another note.
    const indent = format === 'checklist' ? '  ' : ' '.repeat(marks[format](index).length)
    return (note.match(/[^\n]*\n|[^\n]+/g) ?? []).flatMap((line, number): Run[] => {
      const before = number > 0 ? indent : `${index === 0 ? '' : '\n'}${marks[format](index)}`
      return [
        [before, origin],
        [line, at],
      ]
    })
  })
  return { trust, runs }
}
