import type { ReasoningPart } from '../../src/core/ir/reasoning.ts'
import type { Span } from '../../src/core/ir/unit.ts'
import { targets } from '../targets.ts'
import type { Outcome } from './case.ts'
import { type Fields, fields, list } from './law.ts'
import { type Fate, fatesOf } from './shown.ts'
import { sealedBy, type Thought, thoughtsOf } from './thoughts.ts'
import { isVendorForm, partsOf } from './vendor-form.ts'

/** Lists thinking and reasoning items in their sent form and order, with the origins that the map gives them. */
export function sentReasoning({
  result,
}: Pick<Outcome, 'result'>): { readonly item: Fields; readonly pointer: string; readonly origin: string }[] {
  const request = fields(result.request)
  const types = new Set(['thinking', 'redacted_thinking', 'reasoning'])
  const thoughts = list(request.contents).flatMap((content, at) =>
    list(fields(content).parts).flatMap((part, index) => {
      const item = fields(part)
      // A picture that was thought is a file.
      const thought =
        (item.thought === true && item.inlineData === undefined) ||
        (item.text === '' && item.thoughtSignature !== undefined)
      return thought ? [{ item, pointer: `/contents/${at}/parts/${index}` }] : []
    }),
  )
  const found = list(request.messages ?? request.input).flatMap((raw, at) => {
    const message = fields(raw)
    const base = `/${request.messages ? 'messages' : 'input'}/${at}`
    if (types.has(String(message.type))) return [{ item: message, pointer: base }]
    return list(message.content).flatMap((block, index) =>
      types.has(String(fields(block).type))
        ? [{ item: fields(block), pointer: `${base}/content/${index}` }]
        : [],
    )
  })
  return [...found, ...thoughts].map(({ item, pointer }) => {
    const label = item.type === undefined ? 'text' : 'type'
    const mapping = result.map.find(entry => entry.pointer === `${pointer}/${label}`)
    return { item, pointer, origin: mapping?.segments[0]?.origin ?? '' }
  })
}

/** Whether a part of the AI SDK's holds what a vendor's own block did. */
function isCarried(part: ReasoningPart, { text, providerOptions }: Fields): boolean {
  const { thinking, summary } = fields(part.native?.payload)
  const said =
    thinking ??
    list(summary)
      .map(piece => fields(piece).text)
      .join('\n\n')
  const { id } = fields(part.native?.payload)
  return text === said && JSON.stringify(providerOptions).includes(JSON.stringify(sealedBy(part, null) || id))
}

/** Whether an item is what its parts held; fields that the wire does not know may be gone. */
function isSame(parts: readonly ReasoningPart[], sent: Fields): boolean {
  const [part] = parts as readonly [ReasoningPart]
  const isSDK = part.native?.format === 'ai-sdk'
  if (sent.providerOptions !== undefined && !isSDK) return isCarried(part, sent)
  if (sent.type === 'reasoning' && 'text' in sent) return isSameBlock(fields(part.native?.payload), sent)
  return isSDK ? isVendorForm(parts, sent) : isSameBlock(fields(part.native?.payload), sent)
}

const isSameBlock = (held: Fields, sent: Fields): boolean =>
  [
    'text',
    'thought',
    'thoughtSignature',
    'providerOptions',
    'type',
    'thinking',
    'signature',
    'data',
    'id',
    'summary',
    'content',
    'encrypted_content',
  ].every(key => JSON.stringify(held[key] ?? null) === JSON.stringify(sent[key] ?? null))

/** Checks that sealed reasoning keeps its place and form, is sent if it may be, and is an unbroken run if it is bound. */
export async function checkReasoning(outcome: Outcome, binds: boolean): Promise<string[]> {
  const { conversation, result } = outcome
  const complaints: string[] = []
  const sent = sentReasoning(outcome)
  // Responses of parallel branches may be said at the same time: order is within a branch.
  const before = new Map<string, readonly [number, number]>()
  for (const { item, origin } of sent) {
    const [seq, index] = origin.slice(2).split('.').map(Number) as [number, number]
    const part = conversation.session.event(seq)?.parts[index]
    if (part?.kind !== 'reasoning' && part?.kind !== 'opaque' && part?.kind !== 'data')
      complaints.push('a thought from no reasoning part')
    else if (part.kind === 'reasoning' && !isSame(partsOf(outcome, seq, index), item))
      complaints.push('a thought that was altered')
    const { target, model } = result
    const foreign = part?.kind === 'reasoning' && part.model !== undefined && part.model !== model
    if (target === 'openai' && model !== null && foreign) complaints.push('a thought of another model')
    const { branch } = conversation.session.event(seq)
    const [lastSeq, lastIndex] = before.get(branch) ?? [-1, -1]
    if (seq < lastSeq || (seq === lastSeq && index <= lastIndex)) complaints.push('thoughts out of order')
    before.set(branch, [seq, index])
  }
  if (result.target === null || !targets[result.target].reasons.test(result.model ?? '')) return complaints
  const origins = new Set(sent.map(({ origin }) => origin))
  const all = thoughtsOf(outcome)
  const thoughts = all.filter(({ own, followed }) => own && followed)
  if (!binds) {
    // A unit that must stay and precedes a provider's own compaction is sent again after it, without its thoughts.
    const floor = compactionOf(outcome, fatesOf(outcome))?.unit.ordinal ?? -1
    const changed = changedAnswers(outcome)
    const lost = thoughts.filter(
      ({ kept, unit, origin }) => kept && unit >= floor && !origins.has(origin) && !changed.has(unit),
    )
    return lost.length > 0 ? [...complaints, 'readable reasoning of a kept unit is not sent'] : complaints
  }
  return [...complaints, ...(await checkRun(outcome, all, origins))]
}

/** Answers of Claude's in which a block of a server's tool was sent as text: thinking beside it would be refused (A8). */
const changedAnswers = (outcome: Outcome): ReadonlySet<number> =>
  new Set(
    fatesOf(outcome).flatMap(({ unit, edits }) =>
      outcome.result.target === 'anthropic' &&
      edits.includes('reduced') &&
      unit.spans.some(({ seq, from, to }) =>
        outcome.conversation.session
          .event(seq)
          .parts.slice(from, to)
          .some(({ kind }) => kind === 'opaque'),
      )
        ? [unit.ordinal]
        : [],
    ),
  )

const compacts = ({ conversation, result }: Outcome, { seq, from, to }: Span): boolean =>
  conversation.session
    .event(seq)
    .parts.slice(from, to)
    .some(part => part.kind === 'opaque' && part.type === 'compaction' && part.format === result.target)

/** Returns the newest sent unit that holds a provider's own compaction; units that are sent as text hold none. */
const compactionOf = (outcome: Outcome, fates: readonly Fate[]): Fate | undefined =>
  fates.findLast(
    ({ unit, fate, edits }) =>
      fate === 'kept' &&
      !edits.includes('attributed') &&
      !edits.includes('rendered') &&
      unit.spans.some(span => compacts(outcome, span)),
  )

/** Whether an answer directly follows another one: a filler, which is not sent any more, was between them. */
function followsAnAnswer(fates: readonly Fate[], ordinal: number): boolean {
  const sent = fates.filter(({ fate }) => fate === 'kept').map(({ unit }) => unit)
  const before = sent[sent.findIndex(unit => unit.ordinal === ordinal) - 1]
  return before?.kind === 'model' && before.calls.length === 0
}

const harmless = new Set(['reasoning-omitted', 'fields-omitted', 'attributed'])

/** Reasons for which a unit was in no request before this agent's thoughts, or binds no thought that was. */
const bindsNothing = new Set([
  'nothing-to-show',
  'covered-by-provider',
  'taken-back',
  'other-branch',
  'through-state',
  'other-agent',
  'earlier-turn',
  'handed-over',
])

const noRoom = 'there is no room for it'

/** Older reasoning that is gone is no breach: what was kept is still an unbroken run (A25). */
async function checkRun(
  outcome: Outcome,
  all: readonly Thought[],
  origins: ReadonlySet<string>,
): Promise<string[]> {
  const complaints: string[] = []
  const thoughts = all.filter(({ own, followed }) => own && followed)
  const flags = thoughts.map(({ origin }) => origins.has(origin))
  const start = flags.indexOf(true)
  if (start >= 0 && flags.slice(start, flags.lastIndexOf(true) + 1).includes(false))
    complaints.push('kept reasoning is no unbroken run')
  const fates = fatesOf(outcome)
  // Units before a provider's own compaction are not sent, and bind nothing.
  const compacted = compactionOf(outcome, fates)
  const breachOf = (list: readonly Fate[]): Fate | undefined =>
    list.find(({ fate, reason, edits, unit }) =>
      fate === 'kept'
        ? // Fields of another provider were in no request to this one; another agent's words were always told so.
          edits.some(edit => !harmless.has(edit))
        : !bindsNothing.has(reason) && !unit.empty,
    )
  const broken = breachOf(fates.slice(compacted?.unit.ordinal ?? 0))
  const breach = broken?.unit.ordinal ?? Number.POSITIVE_INFINITY
  const newest = thoughts.findLast(({ kept }) => kept)
  // A later thought, also of another model that this one reads, takes all of them along when it breaks.
  const last = all.findLast(({ kept }) => kept)?.unit ?? -1
  // Declarations that the compiler invented precede everything.
  const stubbed = outcome.result.ledger.declarations.some(({ origin }) => origin === 'c:stub')
  const first = stubbed ? -1 : (breachOf(fates)?.unit.ordinal ?? Number.POSITIVE_INFINITY)
  if (
    newest &&
    first > last &&
    !origins.has(newest.origin) &&
    !all.some(({ unit }) => followsAnAnswer(fates, unit))
  ) {
    const { tokens, diagnostics } = outcome.result
    const whole = await outcome.unlimited()
    const fitted = !whole.ok || tokens.limit === null || whole.tokens.max <= tokens.limit
    const told = diagnostics.some(({ code, data }) => code === 'CX7007' && data?.why === noRoom)
    if (fitted)
      complaints.push('bound reasoning is gone, though nothing before it changed and there was room')
    else if (!told) complaints.push('bound reasoning made room, and no diagnostic says so')
  }
  const late = thoughts.filter(({ unit, origin }) => unit > breach && origins.has(origin))
  if (late.length > 0)
    complaints.push(
      `bound reasoning behind a unit that was ${broken?.fate} (${broken?.reason}) ${broken?.edits.join()}`,
    )
  return complaints
}
