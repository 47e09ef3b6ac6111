import { areTexts } from '../../ir/block.ts'
import type { Edit } from '../../ir/edit.ts'
import { seqOfOrigin } from '../../ir/origin.ts'
import type { Shape } from '../../ir/shape.ts'
import type { TargetName } from '../../ir/target-name.ts'
import { type Lowered, lowerUnit } from '../../lower/block.ts'
import { unreadNotes } from '../../lower/unread.ts'
import type { Shaper } from '../../pass/run-local.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import { leftBehind } from '../../target/left-behind.ts'
import type { BackEnd, UnitOptions } from '../../target/target.ts'
import type { VendorForm } from '../../vendor/ai-sdk/forms/vendor-form.ts'
import type { Setup } from '../contract/setup.ts'
import type { Meter } from '../contract/work.ts'
import { type Thoughts, thoughtsIn } from '../loss/thoughts.ts'
import { mayHideModelCall, writeAnswersApart } from './answers-apart.ts'
import type { Emitted, ShownShape } from './emitted.ts'
import { oneTurnState, overFragment } from './one-turn.ts'
import { SentRun } from './sent-run.ts'

/** Form in which a conversation unit is sent. */
export interface UnitForm {
  /** Version of the unit, which changes when the unit gains parts. */
  readonly version: number
  /** Whether the unit's reasoning may be sent. */
  readonly reasoning: boolean
  /** Whether the unit is the last one in the request and no context block follows it. */
  readonly last: boolean
  /** Whether the unit is a developer's text that was valid for one turn, and this turn is over. */
  readonly over: boolean
  readonly shape: Shape
}

/** Cached fragment, with the form of the unit for which it was written. */
interface Known extends Omit<UnitForm, 'shape'> {
  readonly shape: string
  readonly emitted: Emitted
  /** Whether the unit has reasoning, so that the fragment depends on whether reasoning may be sent. */
  readonly hasReasoning: boolean
  /** Whether the fragment depends on whether the unit is the last. */
  readonly asksLast: boolean
  /** Number of the compile that last used the fragment. */
  round: number
}

/** Options for writing a unit, which record whether the target asked if the unit is the last. */
class AskedOptions implements UnitOptions {
  readonly reasoning: boolean
  asksLast = false
  private readonly isLast: boolean

  constructor({ reasoning, last }: UnitForm) {
    this.reasoning = reasoning
    this.isLast = last
  }

  get last(): boolean {
    this.asksLast = true
    return this.isLast
  }
}

/**
 * Writer of conversation units in the target's format. It writes on request, and caches each fragment until its unit or
 * the unit's form changes.
 */
export class Fragments {
  readonly run = new SentRun()
  private readonly backEnd: BackEnd
  private readonly target: TargetName
  private readonly form: VendorForm
  private readonly meter: Meter
  private readonly shaper: Shaper
  /** Whether the provider binds reasoning to the content before the reasoning. */
  private readonly binds: boolean
  /** Cached fragments by `2 * ordinal`, plus 1 for a fragment with reasoning. */
  private readonly known = new Map<number, Known>()
  private round = 0
  private asked = 0

  constructor({
    backEnd,
    target,
    form,
    meter,
    shaper,
    bindsReasoning,
  }: Pick<Setup, 'backEnd' | 'target' | 'form' | 'meter' | 'shaper' | 'bindsReasoning'>) {
    this.backEnd = backEnd
    this.target = target.name
    this.form = form
    this.meter = meter
    this.shaper = shaper
    this.binds = bindsReasoning
  }

  /**
   * Returns the fragment of a unit in a form. A unit without reasoning has a single fragment for both values of
   * `reasoning`.
   */
  fragmentOf(session: SessionView, ordinal: number, form: UnitForm): Emitted {
    const key = 2 * ordinal + (form.reasoning ? 1 : 0)
    const known = this.known.get(key) ?? this.known.get(key ^ 1)
    if (known !== undefined && hasForm(known, form)) {
      this.writeFragment(known)
      return known.emitted
    }
    const { version, reasoning, last, over, shape } = form
    const options = new AskedOptions(form)
    const emitted = this.writeUnit(session, ordinal, form, options)
    const hasReasoning = emitted.reasoning > 0 || emitted.edits.includes('reasoning-omitted')
    const { asksLast } = options
    const made = {
      version,
      reasoning,
      last,
      over,
      shape: shape.key,
      emitted,
      hasReasoning,
      asksLast,
      round: -1,
    }
    this.known.set(key, made)
    this.writeFragment(made)
    return made.emitted
  }

  /**
   * Ends a compile. If the compile used less than half of the cached fragments, those that it did not use are removed.
   */
  removeUnusedFragments(): void {
    const { sent } = this.run
    if (this.known.size > 2 * (this.asked + sent.length) + 16) {
      const used = new Set(sent.map(({ ordinal }) => ordinal))
      for (const [key, { round }] of this.known)
        if (round !== this.round && !used.has(key >> 1)) this.known.delete(key)
    }
    this.round++
    this.asked = 0
  }

  private writeUnit(
    session: SessionView,
    ordinal: number,
    { over, shape }: UnitForm,
    options: UnitOptions,
  ): Emitted {
    this.meter.units++
    const lowered = lowerUnit(session, ordinal, this.backEnd.tags, shape, this.shaper)
    const { notes, edits, shapings } = lowered
    // Plain texts need no API-specific form and are always sent completely, so these steps are skipped for them.
    const isBare = areTexts(lowered.block.items)
    const { block, notes: unformed } = isBare
      ? { block: lowered.block, notes: [] }
      : this.form.block(lowered.block)
    const { binds } = this
    const isHidden = block.role === 'developer' && this.backEnd.clears?.(block.items[0]?.envelope)
    const passing = isHidden ? undefined : oneTurnState(session, ordinal, over)
    const fragment =
      passing === 'over'
        ? overFragment(block.items[0]?.origin ?? block.id)
        : binds
          ? writeAnswersApart(this.backEnd, block, options)
          : this.backEnd.unit(block, options)
    // If nothing of a unit is sent, one report is made instead of one for each part.
    const left =
      isBare || fragment.messages.length === 0
        ? []
        : [...unformed, ...leftBehind(block, fragment, this.target)]
    const unread = unreadNotes(session, ordinal)
    const beside: readonly Edit[] = left.length + unread.length > 0 ? [...edits, 'fields-omitted'] : edits
    const allNotes =
      notes.length + left.length + unread.length === 0
        ? fragment.notes
        : [...notes, ...fragment.notes, ...left, ...unread]
    const holdsReasoning = lowered.block.items.some(({ part }) => part.kind === 'reasoning')
    return {
      ...fragment,
      ordinal,
      thinks: binds && block.role === 'model' && block.items.some(({ part }) => part.kind === 'reasoning'),
      unsure: binds && this.backEnd.filler === undefined && mayHideModelCall(block),
      shape: shownShape(shape, shapings),
      ...(passing && { passing }),
      notes: allNotes,
      edits: beside.length === 0 ? fragment.edits : [...new Set([...beside, ...fragment.edits])],
      // The events of a unit without reasoning are not read again.
      thoughts:
        shape.asWords || holdsReasoning
          ? thoughtsIn(session, ordinal, { messages: fragment.messages, notes: allNotes })
          : noThoughts,
    }
  }

  private writeFragment(known: Known): void {
    if (known.round === this.round) return
    known.round = this.round
    this.asked++
  }
}

/** Whether a cached fragment has a given form. The fields `reasoning` and `last` are compared only if the fragment depends on them. */
const hasForm = (known: Known, { version, reasoning, last, over, shape }: UnitForm): boolean =>
  known.version === version &&
  (known.last === last || !known.asksLast) &&
  known.over === over &&
  known.shape === shape.key &&
  (known.reasoning === reasoning || !known.hasReasoning)

function shownShape({ rank, repeated }: Shape, shapings: Lowered['shapings']): ShownShape {
  if (shapings.size === 0) return unshapedUnit
  const told = [...repeated].map(([origin, { handle }]) => [handle, seqOfOrigin(origin) ?? 0] as const)
  return { rank, changes: [...shapings, ...told] }
}

const noThoughts: readonly Thoughts[] = []

const unshapedUnit: ShownShape = { rank: 0, changes: [] }
