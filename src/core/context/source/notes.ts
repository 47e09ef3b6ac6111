import { wordChoiceField } from '../../form/field.ts'
import type { JsonValue } from '../../ir/json.ts'
import type { Run } from '../../ir/origin.ts'
import type { NotesFormat } from '../../ir/policy.ts'
import { isDone, notesIn, noteText, turnOfNote } from '../../remember/notes-list.ts'
import { anyKeyField } from '../../template/key-field.ts'
import { valueText } from '../../template/value-text.ts'
import { toJson } from '../../text/json.ts'
import type { SourceDefinition, Writing, WrittenSource } from '../definition/source.ts'
import { keyReadOf, originIn, trustIn } from './key-value.ts'

/** Text placed before each note, by the format of the list. */
const marks = {
  plain: () => '',
  checklist: (note: JsonValue) => (isDone(note) ? '- [x] ' : '- [ ] '),
  numbered: (_: JsonValue, index: number) => `${index + 1}. `,
  log: (note: JsonValue) => (turnOfNote(note) === null ? '' : `turn ${turnOfNote(note)}: `),
  structured: () => '',
} as const

/** Pattern of a line with its line end, whatever characters end the line. */
const lines =
  /[^\n\r\v\f\u0085\u2028\u2029]*(?:\r\n|[\n\r\v\f\u0085\u2028\u2029])|[^\n\r\v\f\u0085\u2028\u2029]+/g

/** Source of notes: a list or a text under a key of the state. */
export const notesSource: SourceDefinition<'notes'> = {
  source: 'notes',
  form: {
    title: 'Notes under a key of the state: a list or a text.',
    needs: { key: anyKeyField('Key of the state.') },
    takes: {
      format: wordChoiceField(
        Object.keys(marks),
        'One note per line, a checklist, numbered, with turns, or JSON. Default: plain.',
      ),
    },
    usual: { format: 'plain' },
  },
  gives: 'text',
  label: ({ key }) => `notes ${key}`,
  // The key may not have a value yet.
  reads: ({ key }) => [keyReadOf(key, 'told', true)],
  write: ({ key, format }, writing) => writeNotes(key, format, writing),
}

/** Writes notes: a list in the given format, any other value as one unformatted text. */
function writeNotes(key: string, format: NotesFormat, { origin, session }: Writing): WrittenSource {
  if (!Object.hasOwn(session.state, key)) return { runs: [], trust: 'developer' }
  const kept = session.state[key]
  const at = originIn(session, key)
  const trust = trustIn(session, key)
  if (!Array.isArray(kept)) return { trust, runs: [[valueText(kept), at]] }
  const notes = notesIn(kept).filter(note => noteText(note) !== '')
  const runs = notes.flatMap((note, index): Run[] => {
    const text = format === 'structured' ? toJson(note) : noteText(note)
    const mark = marks[format](note, index)
    // Continuation lines of a note are indented, so that no line looks like another note.
    const indent = format === 'checklist' ? '  ' : ' '.repeat(Math.max(2, mark.length))
    return (text.match(lines) ?? []).flatMap((line, number): Run[] => {
      const before = number > 0 ? indent : `${index === 0 ? '' : '\n'}${mark}`
      return [
        [before, origin],
        [line, at],
      ]
    })
  })
  return { trust, runs }
}
