import { readBudget } from '../../src/core/agent/read-budget.ts'
import { roleOfAuthor } from '../../src/core/ir/event.ts'
import type { ModelFacts } from '../../src/core/ir/model.ts'
import { type RuleTable, runChecks } from '../../src/core/target/rule.ts'
import { isNewType } from '../../src/core/target/wire-types.ts'
import { allTargets } from '../../src/core/vendor/all-targets.ts'
import { isNewKey } from '../../src/core/vendor/gemini/write/wire.ts'
import { compile, createSession } from '../../src/index.ts'
import { fakeProvider } from '../../src/testing/index.ts'
import { models, targets } from '../targets.ts'
import type { Case, Outcome } from './case.ts'
import { currentInput } from './current-input.ts'
import { fields, type Law, list } from './law.ts'

/** Lists types that the generators invented as types of a newer API: such items return to their old places. */
export const newTypesIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return []
  const { type } = value as { type?: unknown }
  const own = typeof type === 'string' && isNewType(type) ? [type] : []
  // The key of Gemini's part is its type.
  const { parts } = value as { parts?: unknown }
  const keys = list(parts).flatMap(part => Object.keys(fields(part)).filter(isNewKey))
  return [...own, ...keys, ...Object.values(value).flatMap(newTypesIn)]
}

const allowed = new Set(['CX3014', 'CX4001', 'CX7001', 'CX7005', 'CX7014', 'CX7017'])

/** Law 1: what is sent is legal; what is not sent has a cause that a session cannot be. */
export const legal: Law = {
  name: '1 legal',
  check: outcome => (outcome.result.ok ? accepted(outcome) : refused(outcome)),
}

/** Returns the original answers of a model. */
const answersOf = ({ source }: Partial<Case>): readonly unknown[] =>
  source?.format === 'anthropic'
    ? list(fields(source.messages).messages ?? source.messages)
        .map(fields)
        .filter(({ role }) => role === 'assistant')
        .map(({ content }) => content)
        // No API answers with a piece that is no block, or with a picture.
        .filter(content => list(content).every(piece => typeof piece === 'object' && piece !== null))
        .filter(content => !list(content).some(piece => fields(piece).type === 'image'))
        // Only callers write results, and no request takes one in an answer: the answer is what is left without it.
        .map(content =>
          Array.isArray(content) ? content.filter(piece => fields(piece).type !== 'tool_result') : content,
        )
    : []

function accepted({ input, result }: Outcome): string[] {
  if (!result.ok || result.target === null) return ['ok without a target']
  const errors = result.diagnostics.filter(({ level }) => level === 'error')
  if (errors.length > 0) return [`ok beside the error ${errors[0]?.code}`]
  const { unnamed } = targets[result.target]
  const request = { ...result.request, model: result.model ?? unnamed ?? models[result.target] }
  // Without a model the caller's own thinking mode is kept: the model's support for it is unknown.
  const thinking = { thinkingEnabled: true, thinkingAdaptive: true, thinkingDisabled: 'always' } as const
  // JSON writes lone surrogates as escapes, and no provider takes those.
  const broken = /[^\\](?:\\\\)*\\ud[89a-f]/.test(JSON.stringify(request)) ? ['a text that is no UTF-8'] : []
  const found = fakeProvider(result.target, {
    facts: result.model === null ? thinking : {},
    newTypes: newTypesIn(request),
    answers: answersOf(input),
  })
    .violations(request)
    .map(({ rule, message }) => `the fake rejects ${rule}: ${message.slice(0, 160)}`)
  return [...broken, ...found]
}

async function refused(outcome: Outcome): Promise<string[]> {
  const { result, input, conversation } = outcome
  const errors = result.diagnostics.filter(({ level }) => level === 'error')
  if (result.request !== null) return ['not ok, and yet a request']
  if (errors.length === 0) return ['not ok without an error']
  const complaints = errors
    .filter(({ code }) => !allowed.has(code))
    .map(({ code, message, data }) => `not ok for ${code} ${String(data.rule ?? '')}: ${message}`)
  for (const { code } of errors) {
    if (code === 'CX7005' && input.options.whenIdle !== 'fail')
      complaints.push('idle, though that was allowed')
    const model = lastKind(outcome, false) === 'model' || lastKind(outcome, true) === 'model'
    if (code === 'CX7005' && !model) complaints.push('idle, though a user spoke last')
    if (code === 'CX7014' && !conversation.agent.outputSchema && !conversation.agent.tools)
      complaints.push('a schema is unsupported, and none was given')
    if (code === 'CX7017' && !conversation.agent.tools)
      complaints.push('tools are refused, and none were given')
    // A message that no importer reads is data of nobody's.
    const isRead = conversation.session.events
      .slice(0, outcome.imported)
      .some(({ parts, trust }) => trust !== 'external' && parts.length > 0)
    if (code === 'CX3014' && isRead) complaints.push('nothing was read, though a message was')
    if (code === 'CX4001') complaints.push(...(await tooSmall(outcome)))
  }
  return complaints
}

/**
 * Returns the kind of the last unit with content. A provider's own items may be sent or dropped; `opaque` says whether they
 * count.
 */
function lastKind({ conversation: { session }, result }: Outcome, opaque: boolean): string | undefined {
  const { rows } = session.units
  // Gemini takes blank words as words, and refuses only none.
  const blankIsSaid = /gemini/.test(`${result.target} ${result.target === 'ai-sdk' ? result.model : ''}`)
  const isSilent = (text: string): boolean => (blankIsSaid ? text : text.trim()) === ''
  for (let ordinal = rows.length - 1; ordinal >= 0; ordinal--) {
    const { covers } = rows
    // A summary at the place of its units has its own content.
    if (covers.unitShownAt(ordinal) === ordinal && rows.isHidden(ordinal)) continue
    const { kind: own, empty, spans } = rows.unit(covers.unitShownAt(ordinal))
    const author = session.event(spans[0]?.seq ?? 0).author
    const kind = own === 'summary' ? roleOfAuthor(author) : own
    const parts = spans.flatMap(({ seq, from, to }) => session.event(seq).parts.slice(from, to))
    const says = parts.some(
      part => (opaque || part.kind !== 'opaque') && (part.kind !== 'text' || !isSilent(part.text)),
    )
    if (kind !== 'orphan' && !empty && says) return kind
  }
  return undefined
}

/** Whether the floor, compiled by itself, really does not fit. */
async function tooSmall({ conversation, input, result }: Outcome): Promise<string[]> {
  const { session, agent } = conversation
  const { rows } = session.units
  const kept = [...currentInput(session, agent.name)]
    .sort((left, right) => left - right)
    .map(ordinal => rows.unit(ordinal))
  // By itself a late result would answer nothing.
  if (kept.some(({ kind }) => kind === 'late') || result.target === null) return []
  const events = session.events.flatMap(event => {
    const spans = kept.flatMap(unit => unit.spans.filter(({ seq }) => seq === event.seq))
    const parts = event.parts.filter((_, index) => spans.some(({ from, to }) => from <= index && index < to))
    return spans.length > 0 ? [{ ...event, parts }] : []
  })
  const { budget: _, ...options } = input.options
  const { output: asked, input: most, aim } = readBudget(input.options.budget)
  const bound = most === null && aim === null ? 'measured' : 'covered'
  const free = await compile(
    { ...conversation, agent, session: createSession({ events }) },
    { bound, ...options, target: result.target, ...(asked !== null && { budget: { output: asked } }) },
  )
  if (!free.ok && free.diagnostics.every(({ code }) => code !== 'CX7005')) return []
  const limit = result.tokens.limit ?? Number.POSITIVE_INFINITY
  return free.tokens.max > limit ? [] : [`CX4001, though the floor of ${free.tokens.max} fits ${limit}`]
}

/** Findings of the target's own verifier: it must have none on any accepted request. */
export const verified: Law = {
  name: '1 legal, by the own verifier',
  check({ result }) {
    if (!result.ok || result.target === null) return []
    const { facts: factsOf, rules } = allTargets[result.target]
    const { facts } = factsOf(result.model)
    return runChecks(rules as RuleTable<unknown, unknown>, result.request, facts as ModelFacts<unknown>).map(
      ({ rule, message }) => `verify reports ${rule}: ${message}`,
    )
  },
}
