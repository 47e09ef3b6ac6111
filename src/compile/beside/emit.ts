import type { CountText } from '../../context/shape/shape-event.ts'
import { truncateText } from '../../context/truncate/truncate-text.ts'
import type { Block } from '../../ir/block.ts'
import { plus, zero } from '../../ir/count.ts'
import type { Run } from '../../ir/origin.ts'
import type { Tier } from '../../ir/tier.ts'
import type { BackEnd, Fragment } from '../../target/target.ts'
import { fence } from '../../trust/fence.ts'
import { type Beside, type BesidePiece, nothing } from './beside.ts'
import type { BesideText } from './sources.ts'

/** What words are written with. */
export interface Emitting {
  readonly backEnd: BackEnd
  readonly count: CountText
}

/** Words as the target writes them: a user's, between tags that nobody in them can close. */
export function emitBeside({ backEnd, count }: Emitting, texts: readonly BesideText[]): Beside {
  return gather(
    texts.flatMap(given => {
      const { origin, tier, from, trust } = given
      const runs = withinBound(given, count)
      const text = runs.map(([words]) => words).join('')
      // Nothing is left of it, or there was nothing: tags around nothing say nothing.
      if (text === '') return []
      const { open, close } = fence(text, from)
      // The line's end is the declaration's: by it these words are known for what stands beside.
      const whole: Run[] = [[open.slice(0, -1), 'c:fence'], ['\n', origin], ...runs, [close, 'c:fence']]
      const block: Block = {
        unit: -1,
        id: origin,
        role: 'user',
        tier,
        stability: 'volatile',
        trust,
        items: [{ part: { kind: 'text', text: open + text + close }, origin, seq: -1, runs: whole }],
        answers: [],
      }
      return [{ origin, tier, text, fragment: emitted(backEnd, block) }]
    }),
  )
}

const emitted = (backEnd: BackEnd, block: Block): Fragment =>
  backEnd.unit(block, { reasoning: false, last: true })

/** The runs of a text, cut where it takes more tokens than it may. */
function withinBound({ runs, atMost, origin }: BesideText, count: CountText): readonly Run[] {
  if (atMost === null) return runs
  const cut = truncateText(runs.map(([words]) => words).join(''), { tokens: atMost, keep: 'head' }, count)
  return cut === null ? runs : [[cut, origin]]
}

/** These and others. */
export const together = (one: Beside, other: Beside): Beside => ({
  ...gather([...one.pieces, ...other.pieces]),
  reserve: one.reserve + other.reserve,
  found: new Map([...one.found, ...other.found]),
})

const gather = (pieces: readonly BesidePiece[]): Beside => ({
  ...nothing,
  pieces,
  count: pieces.reduce((sum, { fragment }) => plus(sum, fragment.count), zero),
  messages: pieces.reduce((sum, { fragment }) => sum + fragment.messages.length, 0),
})

const sacrifices: readonly Tier[] = ['supplementary', 'important']

/** Less of it, so that what must be sent has room: supplementary words go first; null where only critical ones are left. */
export function withLess({ pieces, reserve }: Beside): Beside | null {
  // What was looked for may be not found as well.
  if (reserve > 0) return gather(pieces)
  const goes = sacrifices.find(tier => pieces.some(piece => piece.tier === tier))
  return goes === undefined ? null : gather(pieces.filter(({ tier }) => tier !== goes))
}
