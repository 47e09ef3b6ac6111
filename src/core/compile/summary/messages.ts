import type { SummarizeInput, SummarizeMessage } from '../../effect/summarize/handler.ts'
import { defaultPrompt, mergePrompt, shortenMessage } from '../../effect/summarize/prompt.ts'
import { type EventRange, trustOfEvent } from '../../ir/event.ts'
import { lowerTrust, type Trust } from '../../ir/trust.ts'
import { unitAsText } from '../../lower/foreign.ts'
import { mergedRanges } from '../../session/unit/merge-ranges.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { Setup } from '../contract/setup.ts'
import type { SummaryRule } from './rules.ts'

/** Heading of a summary's statements. A change of this text would break the prefixes of earlier requests. */
export const title = 'Summary of earlier messages:\n'

/** Messages of some conversation units, and the trust that a summary of them gets. */
export interface Material {
  readonly messages: readonly SummarizeMessage[]
  readonly trust: Trust
  /** Whether all of the messages are summaries. */
  readonly isMerge: boolean
}

/** Reader of a session's conversation units as messages for a summary. */
export class Materials {
  private readonly session: SessionView
  private readonly setup: Setup

  constructor(session: SessionView, setup: Setup) {
    this.session = session
    this.setup = setup
  }

  /** Returns the events of some units as ranges: as few ranges as possible without including other units. */
  eventRangesOf(units: readonly number[]): readonly EventRange[] {
    const { rows } = this.session.units
    return this.joinRanges(
      units.flatMap(unit =>
        rows.spansOf(unit).map(span => ({ from: rows.spans.seqOf(span), to: rows.spans.seqOf(span) + 1 })),
      ),
    )
  }

  /**
   * Joins two ranges if only summaries begin between them. Summaries are shown at other positions, so nothing is shown
   * between the ranges.
   */
  joinRanges(ranges: readonly EventRange[]): readonly EventRange[] {
    const { rows } = this.session.units
    const whole: { from: number; to: number }[] = []
    for (const { from, to } of mergedRanges(ranges)) {
      const last = whole.at(-1)
      let unit = last === undefined ? 0 : rows.firstFrom(last.to)
      while (
        last !== undefined &&
        unit < rows.length &&
        rows.seqOf(unit) < from &&
        rows.ownKindOf(unit) === 'summary'
      )
        unit++
      const isOneRange = last !== undefined && (unit >= rows.length || rows.seqOf(unit) >= from)
      if (isOneRange) last.to = to
      else whole.push({ from, to })
    }
    return whole
  }

  /**
   * Returns the units that are shown for a range of events now, or the summaries that replace them; null if some of the
   * units are not shown.
   */
  unitsIn(covers: readonly EventRange[]): readonly number[] | null {
    const { units } = this.session
    const { rows } = units
    const found = new Set<number>()
    for (const { from, to } of covers)
      for (let unit = rows.firstFrom(from); unit < rows.length && rows.seqOf(unit) < to; unit++) {
        const run = rows.covers.runOf(unit)
        // Consecutive replaced units are shown as one summary at one of their positions, or not at all.
        if (run !== undefined && rows.covers.unitShownAt(unit) === unit) unit = run.to - 1
        // Summaries recorded between these events replace other events, so they are skipped (see `joinRanges`).
        else if (rows.covers.unitShownAt(unit) === unit && rows.ownKindOf(unit) === 'summary') continue
        else if (units.isHidden(unit) || units.isGrowing(unit)) return null
        else found.add(unit)
      }
    return found.size === 0 ? null : [...found]
  }

  /** Returns the messages of units, in the order of their positions. */
  materialOf(units: readonly number[]): Material {
    const { rows } = this.session.units
    let trust: Trust = 'user'
    const messages = units.map(unit => {
      const made = this.messageOf(unit)
      trust = lowerTrust(trust, made.trust)
      return made.message
    })
    const isMerge = units.every(unit => rows.ownKindOf(rows.covers.unitShownAt(unit)) === 'summary')
    return { messages, trust, isMerge }
  }

  /** Returns the handler's input for a summary under a policy's rule. */
  summarizeInput(rule: SummaryRule, { messages, isMerge }: Material): SummarizeInput {
    const { prompt, schema, model } = rule
    return {
      messages,
      prompt: prompt ?? (isMerge ? mergePrompt : defaultPrompt),
      ...(schema !== undefined && { schema }),
      ...(model !== undefined && { model }),
    }
  }

  private messageOf(place: number): { readonly message: SummarizeMessage; readonly trust: Trust } {
    const { session, setup } = this
    const { rows } = session.units
    const source = rows.covers.unitShownAt(place)
    const unit = rows.unit(source)
    const { runs, trust } = unitAsText(session, unit, setup.shaper)
    const seqs = rows.spansOf(source).map(span => rows.spans.seqOf(span))
    const said = runs.map(([text]) => text).join('')
    const isSummary = rows.ownKindOf(source) === 'summary'
    const author = isSummary ? summaryAuthor : rows.authorOf(source)
    return {
      message: {
        seq: rows.seqOf(source),
        author,
        text: shortenMessage(isSummary && said.startsWith(title) ? said.slice(title.length) : said),
      },
      // For a unit without tool results, `unitAsText` returns the trust `model`; the unit's events then decide.
      trust: [...new Set(seqs)].reduce<Trust>(
        (least, seq) => lowerTrust(least, trustOfEvent(session.event(seq))),
        trust === 'model' ? 'user' : trust,
      ),
    }
  }
}

const summaryAuthor = 'summary'
