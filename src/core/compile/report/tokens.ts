import type { FloorItem } from '../../diag/budget.ts'
import type { Block } from '../../ir/block.ts'
import { addCounts, type Count, zero } from '../../ir/count.ts'
import type { DeclarationRow } from '../../map/ledger.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { BackEnd, Fragment } from '../../target/target.ts'
import { taggedText } from '../beside/emit.ts'
import type { BesidePiece, PlacedSources } from '../beside/placed.ts'
import { withBlock } from '../contract/block-of-unit.ts'
import type { SentUnit, Tokens } from '../contract/result.ts'
import type { Setup } from '../contract/setup.ts'
import type { Drafted } from '../fit/draft.ts'
import type { Emitted } from '../fit/emitted.ts'
import type { Window } from '../fit/window.ts'
import type { CachedPart } from './cached-part.ts'

/** Returns the size of everything that a request contains before the history. */
export const headCount = ({ head }: BackEnd): Count =>
  addCounts(addCounts(head.system, head.tools), head.schema)

/** Returns the sizes of a request's sections. */
export function tokensOf(
  { backEnd, limit, aim }: Pick<Setup, 'backEnd' | 'limit' | 'aim'>,
  { count, stubs }: Window,
  beside: Count,
): Tokens {
  const { head } = backEnd
  const messages: Count = {
    estimate: count.estimate - stubs.count.estimate + beside.estimate,
    max: count.max - stubs.count.max + beside.max,
    exact: count.exact && beside.exact,
  }
  const sections = {
    system: head.system,
    tools: addCounts(head.tools, stubs.count),
    schema: head.schema,
    messages,
  }
  const all = addCounts(
    addCounts(sections.system, sections.tools),
    addCounts(sections.schema, sections.messages),
  )
  const { estimate: input, max, exact } = all
  return { input, max, limit, ...(aim !== null && { aim }), exact, sections }
}

/** Returns the tokens of each declaration, including minimal tool declarations and context blocks. */
export function declarationsOf(
  backEnd: BackEnd,
  { stubs }: Window,
  pieces: readonly BesidePiece[],
  { declares }: CachedPart,
): DeclarationRow[] {
  const { declarations } = backEnd.head
  const { count } = stubs
  const rows: readonly DeclarationRow[] = [
    ...declarations,
    ...(count.max > 0 ? [{ origin: 'c:stub', tokens: count.estimate }] : []),
    ...pieces.map(({ origin, fragment, isCut }) => ({
      origin,
      tokens: fragment.count.estimate,
      ...(isCut && { edits: ['truncated'] as const }),
    })),
  ]
  return rows.map(row => (declares(row.origin) ? { ...row, cached: true } : row))
}

/** Lists the parts of a request that cannot be dropped, the largest first. */
export function undroppableParts(
  session: SessionView,
  backEnd: BackEnd,
  { count, sent, stubs }: Window,
  { pieces }: PlacedSources,
): FloorItem[] {
  const { head, request = zero } = backEnd
  const units = sent.map(fragment => ({
    name: fragment.messages.length > 0 ? `e:${session.units.rows.seqOf(fragment.ordinal)}` : '',
    max: fragment.count.max,
  }))
  const known = units.reduce((sum, unit) => sum + unit.max, stubs.count.max)
  return [
    { name: 'd:instruction', max: head.system.max },
    { name: 'd:tools', max: head.tools.max + stubs.count.max },
    { name: 'd:outputSchema', max: head.schema.max },
    ...units,
    ...pieces.map(({ origin, fragment }) => ({ name: origin, max: fragment.count.max })),
    { name: 'c:filler', max: count.max - known - request.max },
    { name: 'c:margin', max: request.max },
  ]
    .filter(item => item.max > 0)
    .sort((left, right) => right.max - left.max)
}

/**
 * Returns the sent conversation units in the form of `result.units`. `blockOf` returns the block of a unit. `pieces`:
 * context blocks of the request.
 */
export function sentUnits(
  session: SessionView,
  sent: readonly Emitted[],
  { edits, asked, fragments }: Drafted,
  cached: ReadonlySet<number>,
  {
    blockOf,
    pieces,
  }: { readonly blockOf: (ordinal: number) => Block; readonly pieces: readonly BesidePiece[] },
): SentUnit[] {
  const followers = textsAfterUnits(fragments, pieces)
  return sent
    .filter(({ messages }) => messages.length > 0)
    .map(fragment => {
      const unit: SentUnit = {
        unit: session.units.rows.unit(fragment.ordinal),
        tier: session.units.tierOf(fragment.ordinal),
        ...(cached.has(fragment.ordinal) && { cached: true as const }),
        tokens: fragment.count,
        calls: fragment.toolNames,
        edits: edits.get(fragment.ordinal) ?? fragment.edits,
        ...continuedEvents(fragment, asked.has(fragment.ordinal), session),
      }
      return withBlock(unit, {
        make: () => blockOf(fragment.ordinal),
        followers: followers.get(fragment.ordinal) ?? [],
      })
    })
}

/** Returns the texts of the context blocks that follow each unit, by the unit's ordinal. */
function textsAfterUnits(
  fragments: readonly (Fragment | Emitted)[],
  pieces: readonly BesidePiece[],
): ReadonlyMap<number, readonly string[]> {
  const texts = new Map<number, string[]>()
  if (pieces.length === 0) return texts
  const known = new Map(pieces.map(piece => [piece.fragment, piece]))
  let unit: number | undefined
  for (const fragment of fragments) {
    const piece = known.get(fragment)
    if (piece === undefined) {
      if (fragment.messages.length > 0 && 'ordinal' in fragment) unit = fragment.ordinal
    } else if (unit !== undefined) texts.set(unit, [...(texts.get(unit) ?? []), taggedText(piece)])
  }
  return texts
}

/**
 * Returns the events of a unit that continue an answer, as a field of the result; an empty object if there are none.
 */
function continuedEvents(
  { ordinal, asked = [] }: Emitted,
  again: boolean,
  { units }: SessionView,
): Pick<SentUnit, 'asked'> {
  const all = again ? [units.rows.seqOf(ordinal), ...asked] : asked
  return all.length > 0 ? { asked: all } : {}
}
