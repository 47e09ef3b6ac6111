import { buildMap } from '../../map/source-map.ts'
import type { NextStep } from '../../program/next-step.ts'
import { targets } from '../../target/registry.ts'
import { prefixOf } from '../breakpoints/prefix.ts'
import { nextAgent } from '../contract/answer-author.ts'
import type { Reading } from '../contract/reading.ts'
import type { Compiled } from '../contract/result.ts'
import type { Fitted } from '../fit/fit-input.ts'
import type { Setup } from '../setup.ts'
import { expandShown } from './expand-shown.ts'
import { type Lazy, lazyResult } from './lazy-result.ts'
import { writeLedger } from './ledger.ts'
import { declarationsOf, sentUnits } from './tokens.ts'
import { traceOf } from './trace.ts'

/** Inputs of a result, among them the fields that it takes unchanged. */
export interface Made
  extends Pick<Compiled, 'tokens' | 'diagnostics' | 'work' | 'plan' | 'events'>,
    Pick<Lazy, 'withheld'> {
  /** Null where a diagnostic is an error. */
  readonly request: object | null
  readonly fitted: Fitted
  /** Finds what is next in the session. */
  readonly next: () => readonly NextStep[]
}

/** Returns the result of a compile. Records of it are made when they are looked at, from the session as it was read. */
export function resultOf(setup: Setup, reading: Reading, made: Made): Compiled {
  const { backEnd, origins, names, options, target } = setup
  const { request, fitted, withheld, next, tokens, diagnostics, work, plan, events } = made
  const { history, drafted, beside, windowed } = fitted
  const { pieces } = targets[target]
  const session = () => reading.later(history.limits)
  const report = {
    agent: nextAgent(setup.agent, setup.sight),
    target,
    model: setup.model,
    tokens,
    diagnostics,
    names: { toDeclared: names.toDeclared },
    work,
    plan,
    events,
    expand: (handle: string) => expandShown(session(), handle),
  }
  return lazyResult(report, request, {
    map: sent => buildMap(sent, origins, 'c:request'),
    units: () => sentUnits(session(), history, drafted.edits),
    prefix: (sent, map) => prefixOf(pieces(sent), map, session(), history),
    trace: options.trace ? () => traceOf(setup, reading.session, history, windowed) : null,
    withheld,
    next,
    ledger: () => ({
      rows: writeLedger(session(), request && history, drafted.edits, beside.found, windowed?.dropped),
      declarations: declarationsOf(backEnd, history, beside),
    }),
  })
}
