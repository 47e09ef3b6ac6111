import { assertResult } from '../compile/contract/assert-result.ts'
import type { Compiled } from '../compile/contract/result.ts'
import { requestWithoutCache } from '../compile/contract/whole-of.ts'
import { type Count, zero } from '../ir/count.ts'
import type { Program } from '../program/program.ts'
import { declarationEntries } from './declarations.ts'
import type { Entry, Explanation, Section } from './explanation.ts'
import { groupOmitted } from './groups.ts'
import { historyEntries } from './history.ts'
import { omittedEntry } from './omitted.ts'
import { leadingPlaces, placeName } from './places.ts'
import { Pointers } from './pointers.ts'
import { shareOfRequest } from './price-of.ts'
import { shownProgram } from './shown-program.ts'
import { SentStrings } from './strings.ts'

const titles: Readonly<Record<Section['kind'], string>> = {
  system: 'System text',
  tools: 'Tools',
  schema: 'Output schema',
  history: 'History',
  omitted: 'Dropped',
}

const historyReason = 'the current input, and the newest of the rest that fits'

/**
 * Explains a compile as plain data: the text that was sent, each section's place in the request, and the parts that
 * were dropped, with reasons and sizes.
 *
 * If you pass the compiled program, such as an imported conversation, places name its input messages, and each source
 * has a preview. Sizes are in tokens. Never throws.
 *
 * @example
 * import { compile } from 'ctxc'
 * import { explain } from 'ctxc/explain'
 * import { fromOpenAI } from 'ctxc/from/openai'
 *
 * const conversation = fromOpenAI([{ role: 'user', content: 'What is the weather in Paris?' }])
 * const { sections } = explain(await compile(conversation, { model: 'gpt-5.4' }), conversation)
 * for (const { title, tokens, pointer } of sections) console.log(title, tokens, pointer)
 */
export function explain(result: Compiled<object>, program?: Program): Explanation {
  assertResult(result, ['ledger', 'tokens', 'diagnostics'], 'explain')
  return buildExplanation(result, shownProgram(result, program))
}

function buildExplanation(result: Compiled<object>, program: Program | undefined): Explanation {
  const { tokens, ledger, diagnostics } = result
  const [request, map] = requestWithoutCache(result)
  const pointers = new Pointers(map)
  const sent = new SentStrings(request, map)
  const inputs = { result, program, pointers, sent }
  const sections: Section[] = []
  const addSection = (
    kind: Section['kind'],
    count: Count,
    entries: Section['entries'],
    reason: string,
  ): void => {
    if (entries.length === 0 && count.max === 0) return
    const pointer = entries.find(entry => entry.pointer !== null)?.pointer ?? null
    sections.push({
      kind,
      title: titles[kind],
      tokens: count.estimate,
      max: count.max,
      before: Math.max(count.estimate, sumEntries(entries, 'before')),
      share: shareOfRequest(count.estimate, result),
      fate: kind === 'omitted' || !result.ok ? 'omitted' : 'kept',
      edits: [...new Set(entries.flatMap(entry => entry.edits))],
      reason,
      pointer,
      sources: entries.flatMap(entry => entry.sources.slice(0, 1)).slice(0, 1),
      entries,
    })
  }
  for (const kind of ['system', 'tools', 'schema'] as const) {
    const count = tokens.sections[kind]
    addSection(kind, count, declarationEntries(kind, count, inputs), 'declared, so always sent')
  }
  const history = historyEntries(inputs)
  addSection(
    'history',
    tokens.sections.messages,
    history,
    result.ok ? historyReason : 'the current input, which must be sent',
  )
  const omitted = groupOmitted(ledger.rows).map(group => omittedEntry(group, result.ok, program))
  addSection('omitted', zero, omitted, 'see each run')
  const places = new Set(diagnostics.flatMap(({ at, notes }) => [...at, ...notes.flatMap(leadingPlaces)]))
  return {
    ok: result.ok,
    agent: result.agent.name,
    target: result.target,
    model: result.model,
    tokens: {
      input: tokens.input,
      max: tokens.max,
      limit: tokens.limit,
      ...(tokens.aim !== undefined && { aim: tokens.aim }),
      free: tokens.limit === null ? null : tokens.limit - tokens.max,
      exact: tokens.exact,
    },
    units: {
      all: ledger.rows.at(-1)?.to ?? 0,
      sent: result.units.length,
    },
    losses: result.reasoning.losses,
    sections,
    diagnostics,
    places: Object.fromEntries([...places].map(at => [at, placeName(at, program)])),
  }
}

const sumEntries = (entries: readonly Entry[], key: 'before' | 'tokens'): number =>
  entries.reduce((total, entry) => total + entry[key], 0)
