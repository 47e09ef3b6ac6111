import type { Withheld } from '../../cache/choose.ts'
import type { Block } from '../../ir/block.ts'
import type { Loss } from '../../ir/loss.ts'
import { lowerUnit } from '../../lower/block.ts'
import { buildMap } from '../../map/source-map.ts'
import type { NextStep } from '../../program/next-step.ts'
import type { Piece } from '../../target/target.ts'
import { type BesidePiece, unitsFoundIn } from '../beside/placed.ts'
import { cacheRecordOf } from '../breakpoints/cache-record.ts'
import { prefixOf } from '../breakpoints/prefix.ts'
import { nextAgent } from '../contract/answer-author.ts'
import type { Reading } from '../contract/reading.ts'
import type { Compiled } from '../contract/result.ts'
import type { Setup } from '../contract/setup.ts'
import type { Emitted } from '../fit/emitted.ts'
import type { Fitted } from '../fit/fit-input.ts'
import { type CachedPart, cachedPart } from './cached-part.ts'
import { expandShown } from './expand-shown.ts'
import { lazyResult } from './lazy-result.ts'
import { writeLedger } from './ledger.ts'
import { countReasoning } from './reasoning.ts'
import { declarationsOf, sentUnits } from './tokens.ts'
import { traceOf } from './trace.ts'

/** Inputs for a compile result. Some fields are copied into the result unchanged. */
export interface Made
  extends Pick<Compiled, 'cached' | 'tokens' | 'diagnostics' | 'work' | 'plan' | 'events' | 'wants'> {
  readonly withheld: readonly Withheld[]
  /** Request of the result; null if a diagnostic is an error. */
  readonly request: object | null
  readonly fitted: Fitted
  /** Reasoning that was lost since the earlier plan; null without one. */
  readonly losses: readonly Loss[] | null
  /** Returns the next steps of the session. */
  readonly next: () => readonly NextStep[]
}

/**
 * Returns the result of a compile. Rarely used fields are computed on first access, from the version of the session
 * that was compiled.
 */
export function compiledResult(setup: Setup, reading: Reading, made: Made): Compiled {
  const { backEnd, origins, names, options, target } = setup
  const { request, cached, fitted, losses, withheld, next, tokens, diagnostics, work, plan, events, wants } =
    made
  const { history, drafted, beside, windowed } = fitted
  const readCompiledSession = () => reading.later(history.limits)
  const { sent, pieces } = keptByPasses(fitted)
  let part: CachedPart | undefined
  const cachedPartOnce = (): CachedPart => {
    part ??= cachedPart(cached, setup, fitted)
    return part
  }
  const blockOf = (ordinal: number): Block => {
    const session = readCompiledSession()
    const shape = session.units.shapeOf(ordinal, history.start, history.compactBefore)
    return lowerUnit(session, ordinal, false, shape, setup.shaper).block
  }
  const report = {
    agent: nextAgent(setup.agent, setup.sight),
    target: target.name,
    model: setup.model,
    cached,
    tokens,
    diagnostics,
    names: { toDeclared: names.toDeclared },
    work,
    plan,
    events,
    wants,
    expand: (handle: string) => expandShown(readCompiledSession(), handle),
  }
  return lazyResult(report, request, {
    map: body => buildMap(body, origins, 'c:request'),
    headers: body => target.headers?.(body, setup.model) ?? {},
    units: () =>
      sentUnits(readCompiledSession(), sent, drafted, cachedPartOnce().units, {
        blockOf,
        pieces: [...beside.pieces, ...history.standing.map(({ piece }) => piece)],
      }),
    reasoning: () =>
      countReasoning(
        { session: readCompiledSession(), earlier: null, history, drafted, windowed },
        setup.counter,
        losses,
        setup.bindsReasoning,
      ),
    prefix: (body, map) => prefixOf(leadingPieces(body, setup), map, readCompiledSession(), history),
    trace: options.trace ? () => traceOf(setup, reading.session, history, windowed) : null,
    cache: result => cacheRecordOf(result, setup, withheld),
    next,
    ledger: () => ({
      rows: writeLedger(readCompiledSession(), request && history, {
        edits: drafted.edits,
        found: unitsFoundIn(beside.pieces),
        dropped: windowed?.dropped,
        cached: cachedPartOnce().units,
      }),
      declarations: declarationsOf(backEnd, history, pieces, cachedPartOnce()),
    }),
  })
}

/** Returns the conversation units and the context blocks that the program's window passes kept. */
function keptByPasses({ history, beside, windowed }: Fitted): {
  readonly sent: readonly Emitted[]
  readonly pieces: readonly BesidePiece[]
} {
  if (windowed === null) return { sent: history.sent, pieces: beside.pieces }
  const left = new Set(windowed.fragments)
  return {
    sent: history.sent.filter(fragment => left.has(fragment)),
    pieces: beside.pieces.filter(({ fragment }) => left.has(fragment)),
  }
}

/** Returns the pieces of a request without the piece that the model reads last. */
function leadingPieces(body: object, { target, facts }: Setup): readonly Piece[] {
  const trailing = target.trailing?.(facts) ?? null
  return target.pieces(body).filter(({ pointer }) => pointer !== trailing)
}
