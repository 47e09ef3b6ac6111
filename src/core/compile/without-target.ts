import type { Diagnostic } from '../diag/diagnostic.ts'
import { noTarget } from '../diag/target.ts'
import { zero } from '../ir/count.ts'
import type { Plan } from '../ir/plan.ts'
import { targetNames } from '../ir/target-name.ts'
import type { NextStep } from '../program/next-step.ts'
import type { Session } from '../session/session.ts'
import { nearModel } from '../target/near-model.ts'
import { noCache } from './breakpoints/cache-record.ts'
import type { NextAgent } from './contract/answer-author.ts'
import type { Compiled } from './contract/result.ts'
import { nothingShown } from './report/expand-shown.ts'
import { writeLedger } from './report/ledger.ts'

/** Inputs for the result of a compile without a known target. */
interface Untargeted {
  readonly agent: NextAgent
  readonly next: readonly NextStep[]
  readonly model: string | null
  readonly plan: Plan | null
  /** Diagnostics of the steps before the target was needed. */
  readonly before: readonly Diagnostic[]
}

/** Returns the result of a compile without a known target. */
export function withoutTarget(session: Session, { agent, next, model, plan, before }: Untargeted): Compiled {
  return {
    ok: false,
    request: null,
    agent,
    next,
    target: null,
    model,
    tokens: {
      input: 0,
      max: 0,
      limit: null,
      exact: true,
      sections: { system: zero, tools: zero, schema: zero, messages: zero },
    },
    diagnostics: [...before, noTarget(model, targetNames, model === null ? null : nearModel(model))],
    ledger: { rows: writeLedger(session, null), declarations: [] },
    headers: {},
    map: [],
    units: [],
    reasoning: { sent: 0, lost: 0, losses: [], report: null },
    prefix: [],
    cache: noCache,
    cached: null,
    names: { toDeclared: wire => wire },
    work: { unitsVisited: 0, charsCounted: 0, leavesEmitted: 0, postingsWalked: 0, placesWalked: 0 },
    plan,
    events: [],
    wants: [],
    expand: () => nothingShown,
  }
}
