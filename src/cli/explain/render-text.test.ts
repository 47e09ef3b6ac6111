import { expect, test } from 'vitest'
import { compile } from '../../core/compile/compile.ts'
import { explain } from '../../core/explain/explain.ts'
import type { Entry, Explanation, Source, UnitEntry } from '../../core/explain/explanation.ts'
import { reasonWords } from '../../core/explain/words.ts'
import { terminalColumns } from '../../core/text/columns.ts'
import { fromOpenAI } from '../../core/vendor/openai/read/openai.ts'
import { renderSummary, renderText } from './render-text.ts'

const from = (place: string, preview: string | null = null, author: string | null = null): Source => ({
  origin: 'e:0.0',
  place,
  author,
  tool: null,
  preview,
})

const entry = (tokens: number, pointer: string | null, sources: readonly Source[]): Entry => ({
  tokens,
  max: tokens * 2,
  before: tokens,
  share: tokens / 2_000,
  fate: 'kept',
  edits: [],
  reason: 'fits the budget',
  pointer,
  sources,
})

const unit = (ordinal: number, more: Partial<UnitEntry>): UnitEntry => ({
  ...entry(900, `/messages/${ordinal - 40}`, [from(`message[${ordinal}]`)]),
  kind: 'unit',
  id: `u${ordinal}.0`,
  ordinal,
  role: 'model',
  calls: [],
  preview: 'Let me look.',
  ...more,
})

const explanation: Explanation = {
  ok: true,
  agent: 'agent',
  target: 'anthropic',
  model: 'claude-sonnet-5',
  tokens: { input: 2_000, max: 4_000, limit: 5_000, free: 1_000, exact: false },
  units: { all: 43, sent: 2 },
  losses: [],
  sections: [
    {
      ...entry(200, '/system/0', []),
      kind: 'system',
      title: 'System text',
      entries: [
        {
          ...entry(200, '/system/0', [from('instruction', 'You are terse.')]),
          kind: 'declaration',
          name: 'instruction',
        },
      ],
    },
    {
      ...entry(1_800, '/messages/1', []),
      kind: 'history',
      title: 'History',
      entries: [
        unit(41, {
          calls: ['read', 'read'],
          edits: ['repaired'],
          sources: [from('message[41]'), from('message[43]')],
        }),
        unit(42, {
          role: 'user',
          preview: 'Go on.',
          reason: 'part of the current input, which is never dropped',
        }),
      ],
    },
    {
      ...entry(0, null, []),
      kind: 'omitted',
      title: 'Dropped',
      entries: [
        {
          ...entry(0, null, [from('message[0]'), from('message[40]')]),
          kind: 'omitted',
          fate: 'omitted',
          before: 12_345,
          units: 41,
          ranges: [{ from: 0, to: 41 }],
          reason: 'older than what fits the budget',
          roles: { user: 1, model: 40 },
          calls: [{ name: 'bash', count: 30 }],
          largest: [{ id: 'u7.0', role: 'model', before: 9_000, source: from('message[7]', 'A long file') }],
        },
      ],
    },
  ],
  diagnostics: [],
  places: {},
}

test('a small run is printed completely', () => {
  expect(renderText(explanation)).toMatchInlineSnapshot(`
    "claude-sonnet-5 · anthropic · ok
    2,000 tokens estimated, 4,000 at most (limit 5,000)
    2 of 43 units of history sent

      ████████░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░····················
      at most: █ system 400   ░ history 3,600   · free 1,000

    What was sent                                                             tokens  share  begins at
    ├─ System text                                                               200   10 %  /system/0
    │  └─ instruction: You are terse.                                            200   10 %  /system/0
    └─ History: 2 units                                                        1,800   90 %  /messages/1
       ┆  41 units dropped here
       ├─ message[41-43]  model     (repaired) read x2 · Let me look.            900   45 %  /messages/1
       └─ message[42]   * user      Go on.                                       900   45 %  /messages/2
       * part of the current input, which is never dropped

    What was dropped: 41 units, about 12,345 tokens
    └─ 41 units, message[0] to message[40], about 12,345 tokens: older than what fits the budget
          roles: 1 user, 40 model; called bash x30
          largest message[7] model       9,000  A long file
    "
  `)
})

test('the summary does not change without the entries', () => {
  expect(renderSummary(explanation)).toMatchInlineSnapshot(`
    "claude-sonnet-5 · anthropic · ok
    2,000 tokens estimated, 4,000 at most (limit 5,000)
    2 of 43 units of history sent

      ████████░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░····················
      at most: █ system 400   ░ history 3,600   · free 1,000

    What was sent                                                             tokens  share  begins at
    ├─ System text                                                               200   10 %  /system/0
    └─ History: 2 units                                                        1,800   90 %  /messages/1

    What was dropped: 41 units, about 12,345 tokens
    "
  `)
})

test.each([60, 80, 100, 140])('no line is wider than %i columns, whatever the texts', async width => {
  const hostile = `\u001b[31m${'\u4f60\u597d wide '.repeat(50)}\n\u001b]8;;http://x\u0007`
  const conversation = fromOpenAI([
    { role: 'system', content: hostile },
    ...Array.from({ length: 40 }, () => ({ role: 'user', content: hostile })),
    {
      role: 'assistant',
      content: hostile,
      tool_calls: [{ id: '', function: { name: hostile, arguments: hostile } }],
    },
  ])
  for (const budget of [50_000, 6_000, 10]) {
    const text = renderText(
      explain(await compile(conversation, { model: 'gpt-5.4', budget }), conversation),
      { width },
    )
    expect(text).not.toContain('\u001b')
    for (const line of text.split('\n')) expect(terminalColumns(line)).toBeLessThanOrEqual(width)
  }
})

test('units that are kept for another reason than their size are marked, with the reason', () => {
  const sections = explanation.sections.map(section =>
    section.kind === 'history'
      ? { ...section, entries: [unit(41, { reason: reasonWords['opens-turn'] })] }
      : section,
  )
  const marked = renderText({ ...explanation, sections })
  expect(marked).toContain('message[41]^ ')
  expect(marked).toContain(`   ^ ${reasonWords['opens-turn']}\n`)
  expect(renderText(explanation)).not.toContain('^')
})
