import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compactText } from './compact-text.ts'
import { compactNoteWriter } from './note.ts'

const note = compactNoteWriter('7.0')
const short = (text: string, keep = 600): string => compactText(text, { over: 0, keep, note })?.text ?? ''
const kindOf = (text: string): string | undefined => compactText(text, { over: 0, note })?.kind
const last = (characters: number, kind: string): string =>
  `[Shortened: ${kind} of ${characters.toLocaleString('en-US')} characters. Handle of the whole text: 7.0]`

const python = `${Array.from(
  { length: 12 },
  (_, at) => `class Part${at}:
    """What part ${at} does."""

    def __init__(self, size):
        self.size = size
        self.items = []

    def add(self, item):
        if item is None:
            raise ValueError('no item')
        self.items.append(item)
        return len(self.items)
`,
).join('\n')}`
const log = [
  '$ run --all',
  ...Array.from({ length: 200 }, (_, at) => `2026-01-01T00:00:${at} GET /items/${at} 200 in ${at} ms`),
  'Error: connection to 10.0.0.1 refused',
  ...Array.from({ length: 200 }, (_, at) => `2026-01-01T00:01:${at} GET /items/${at} 200 in ${at} ms`),
  'done, 1 failed',
].join('\n')
const diff = Array.from(
  { length: 4 },
  (_, at) => `diff --git a/src/f${at}.ts b/src/f${at}.ts
index 1234567..89abcde 100644
--- a/src/f${at}.ts
+++ b/src/f${at}.ts
@@ -1,6 +1,7 @@ function f${at}() {
 const a = 1
-const b = ${at}
+const b = ${at + 1}
+const c = 3
 return a + b
 // same
 // same again`,
).join('\n')
const rows = `id,name,price\n${Array.from({ length: 300 }, (_, at) => `${at},thing ${at},${at}.50`).join('\n')}`
const records = Array.from({ length: 60 }, (_, id) => ({ id, name: `thing ${id}`, tags: ['a', 'b'] }))
const prose = Array.from(
  { length: 8 },
  (_, at) => `# Part ${at}

This is how part ${at} begins. It goes on for a while with words that say little. And then it says more, at some length.

A second paragraph stands here. Nobody has to read all of it, as it only fills the page.`,
).join('\n\n')
const html = `<!doctype html><html><head><title>Prices</title><style>p { color: red }</style></head><body><h1>Prices</h1>${'<p>One <b>thing</b> costs &lt; 5 &amp; more.</p>'.repeat(40)}<script>var a = '<p>no</p>'</script></body></html>`

test.each([
  ['json', JSON.stringify(records)],
  ['json-lines', records.map(record => JSON.stringify(record)).join('\n')],
  ['table', rows],
  ['diff', diff],
  ['markup', html],
  ['code', python],
  ['lines', log],
  ['prose', prose],
])('the kind %s is recognized, and its form fits the room', (kind, text) => {
  expect(kindOf(text)).toBe(kind)
  expect(short(text).length).toBeLessThanOrEqual(600)
  expect(short(text)).toContain(': 7.0]')
})

test('code becomes its declarations, with their line numbers', () => {
  const lines = python.split('\n')
  const told = short(python, 600).split('\n').slice(0, -1)
  for (const line of told) {
    const [, number, words] = /^(\d+): (.*)$/.exec(line) as RegExpExecArray
    expect(lines[Number(number) - 1]).toBe(words)
  }
  for (let part = 0; part < 12; part++) expect(told.join('\n')).toContain(`: class Part${part}:`)
  expect(told[1]).toBe('2:     """What part 0 does."""')
})

test('lines that differ only in numbers are shown once, and failures always', () => {
  expect(short(log)).toBe(
    [
      '$ run --all',
      '2026-01-01T00:00:0 GET /items/0 200 in 0 ms',
      '2026-01-01T00:00:1 GET /items/1 200 in 1 ms',
      '… 198 more like this',
      'Error: connection to 10.0.0.1 refused',
      '… 197 lines',
      '2026-01-01T00:01:197 GET /items/197 200 in 197 ms',
      '2026-01-01T00:01:198 GET /items/198 200 in 198 ms',
      '2026-01-01T00:01:199 GET /items/199 200 in 199 ms',
      'done, 1 failed',
      last(log.length, 'lines'),
    ].join('\n'),
  )
})

test('a diff becomes its size, its files, its hunks, and the changes', () => {
  const told = short(diff)
  expect(told.split('\n').slice(0, 6)).toEqual([
    '4 files, +8 -4 lines',
    'diff --git a/src/f0.ts b/src/f0.ts',
    '@@ -1,6 +1,7 @@ function f0() {',
    '-const b = 0',
    '+const b = 1',
    '+const c = 3',
  ])
  for (const file of ['f1.ts', 'f2.ts', 'f3.ts']) expect(told).toContain(file)
})

test('a table becomes its size, its head, and some rows', () => {
  const told = short(rows, 250).split('\n')
  expect(told.slice(0, 3)).toEqual(['301 lines, 3 columns', 'id,name,price', '0,thing 0,0.50'])
  expect(told.at(-2)).toBe('299,thing 299,299.50')
})

test('prose becomes its headings, and the beginnings of its paragraphs', () => {
  const told = short(prose, 800)
  for (let part = 0; part < 8; part++) expect(told).toContain(`# Part ${part}`)
  expect(told).toContain('that say little. …')
})

test('markup becomes its words', () => {
  const told = short(html)
  expect(told.slice(0, 60)).toBe('Prices\n# Prices\nOne thing costs < 5 & more.\nOne thing costs ')
  expect(told).not.toContain('color')
})

test('JSON stays JSON of its type, and numbers keep their spelling', () => {
  const text = `{"total": 12345678901234567890, "price": 1.0, "…": "mine", "rows": [${Array.from({ length: 90 }, (_, id) => `{"id": ${id}, "text": "${'word '.repeat(20)}"}`).join(', ')}]}`
  const told = short(text)
  expect(told.startsWith('{"total":12345678901234567890,"price":1.0,"…":"mine","rows":[{"id":0,')).toBe(true)
  const value = JSON.parse(told) as Record<string, unknown>
  expect(value['……']).toBe(last(text.length, 'json'))
  expect((value.rows as unknown[]).at(-1)).toMatch(/^… \d+ more items$/)
})

test('a JSON string is compacted as the kind of its content', () => {
  const text = JSON.stringify({ content: [{ type: 'text', text: JSON.stringify(records) }], isError: false })
  const value = JSON.parse(short(text, 900)) as { content: { text: string }[]; isError: boolean }
  expect(value.isError).toBe(false)
  expect(JSON.parse((value.content[0] as { text: string }).text)).toContainEqual(records[0])
})

test('JSON may lose its blanks alone', () => {
  const value = { a: [1, 2, 3], b: { c: 'd' } }
  const text = JSON.stringify(value, null, '\t'.repeat(10)).replaceAll('\t', ' '.repeat(9))
  const { '…': ending, ...rest } = JSON.parse(short(text)) as Record<string, unknown>
  expect(rest).toEqual(value)
})

test('a text stays if it is short or its form would be half of it or more', () => {
  expect(compactText(log, { over: log.length, note })).toBeNull()
  expect(compactText('one two three. '.repeat(6), { over: 10, note })).toBeNull()
  expect(compactText(log, { over: 10, keep: 20, note })).toBeNull()
})

/** Texts of every kind, cut and joined, with characters of more than one UTF-16 unit. */
const arbitraryText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.jsonValue().map(value => JSON.stringify(value, null, 1)),
      fc.constantFrom(
        python,
        log,
        diff,
        rows,
        prose,
        html,
        '\n',
        '\r\n',
        '{"a":1}\n',
        '<p>',
        '\u{1f600}'.repeat(400),
      ),
    ),
    { maxLength: 6 },
  )
  .map(texts => texts.join(''))

test('a form is small, well formed, deterministic, and JSON if the text is', () => {
  fc.assert(
    fc.property(arbitraryText, fc.nat(2_000), fc.nat(500), (text, keep, over) => {
      const form = compactText(text, { over, keep, note })
      if (form === null) return
      expect(text.length).toBeGreaterThan(over)
      expect(form.text.length).toBeLessThanOrEqual(Math.min(keep, text.length / 2))
      expect(form.text).toContain(note(form.kind, text.length))
      expect(form.text.isWellFormed()).toBe(true)
      expect(compactText(text, { over, keep, note })).toEqual(form)
      if (isJson(text)) expect(typeof JSON.parse(form.text)).toBe(typeof JSON.parse(text))
    }),
    { numRuns: 500 },
  )
})

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) !== 'number'
  } catch {
    return false
  }
}

const million = 1_000_000
test.each([
  ['one sign', 'a'.repeat(million)],
  ['one mark', `a${'\u0301'.repeat(million)}`],
  ['blanks', ' '.repeat(million)],
  ['line breaks', '\n'.repeat(million)],
  ['lists in lists', '['.repeat(million / 2) + ']'.repeat(million / 2)],
  ['objects in objects', `${'{"a":'.repeat(million / 6)}1${'}'.repeat(million / 6)}`],
  ['a wide list', `[${'1,'.repeat(million / 2)}1]`],
  ['many keys', `{${Array.from({ length: million / 10 }, (_, at) => `"${at}":1`).join(',')}}`],
  ['one string', JSON.stringify('"\\'.repeat(million / 4))],
  ['JSON in JSON', JSON.stringify(JSON.stringify('['.repeat(million / 4) + ']'.repeat(million / 4)))],
  ['tags', `<html>${'<p'.repeat(million / 2)}`],
  ['a line of calls', 'f('.repeat(million / 2)],
  ['lines of modifiers', `${'export '.repeat(40)}\n`.repeat(million / 281)],
  [
    'lines that are all different',
    Array.from({ length: million / 8 }, (_, at) => at.toString(36)).join('\n'),
  ],
])('a text of a million characters is compacted: %s', (_, text) => {
  const form = compactText(text, { over: 2_000, note })
  expect(form?.text.length).toBeLessThanOrEqual(1_600)
})
