import type { ModelFacts } from '../ir/model.ts'
import type { PlacedAgent } from '../program/placed.ts'
import type { Session } from '../session/session.ts'
import { routingData } from '../session/unit/sight.ts'
import type { UnitFold } from '../session/unit/unit-fold.ts'
import type { Target } from '../target/target.ts'
import { toJson } from '../text/json.ts'
import type { CompileOptions } from './contract/options.ts'
import type { Setup } from './contract/setup.ts'
import { Memo } from './memo.ts'
import type { Resolved } from './resolve/resolve.ts'
import { setUp } from './setup.ts'

/** Prepared setup of an agent with its options, and the caches of its sessions. */
export interface Prepared {
  /** Parts of the resolved agent that may differ between sessions, from `comparedParts`. */
  readonly told: readonly string[]
  readonly options: CompileOptions
  /** Factor that scales the upper bounds of text estimates; null to use the standard bounds. */
  readonly factor: number | null
  /** Setup of the agent; null if no target is known. */
  readonly setup: Setup | null
  readonly memos: WeakMap<UnitFold, Memo>
}

/** Facts about a model, with what they were looked up by. */
interface FactsLookup {
  readonly target: Target<never>
  readonly model: string | null
  readonly rows: CompileOptions['modelRows']
  readonly facts: ModelFacts<never>
}

/** Prepared setups of a program's agents. For each agent, only the latest setup is kept. */
export class Preparations {
  private readonly known = new Map<string, Prepared>()
  private latestFacts: FactsLookup | null = null

  /** Returns the facts about a model, which are kept until other facts are asked for. */
  factsOf(target: Target<never>, model: string | null, rows: CompileOptions['modelRows']): ModelFacts<never> {
    const latest = this.latestFacts
    if (latest?.target === target && latest.model === model && latest.rows === rows) return latest.facts
    const { facts } = target.facts(model, rows)
    this.latestFacts = { target, model, rows, facts }
    return facts
  }

  /** Prepares an agent with its options, or returns the latest preparation if nothing changed. */
  prepareAgent(
    { agent: { name, budget } }: PlacedAgent,
    resolved: Resolved,
    options: CompileOptions,
    target: Target<never> | null,
    factor: number | null,
  ): Prepared {
    const latest = this.known.get(name)
    const told = comparedParts(resolved)
    if (
      latest !== undefined &&
      (latest.setup?.target ?? null) === target &&
      latest.factor === factor &&
      hasEqualParts(latest.told, told) &&
      sameOptions(latest.options, options)
    )
      return latest
    const model = options.model ?? resolved.agent.model ?? null
    const limits = options.budget === undefined && budget !== undefined ? { ...options, budget } : options
    const setup = target === null ? null : setUp(resolved, { target, model, factor }, limits)
    const prepared = { told, options, factor, setup, memos: new WeakMap<UnitFold, Memo>() }
    this.known.set(name, prepared)
    return prepared
  }

  clear(): void {
    this.known.clear()
    this.latestFacts = null
  }
}

/** Returns the cache of a session, which is kept between compiles. */
export function memoOfSession({ memos }: Prepared, setup: Setup, { units }: Session): Memo {
  let memo = memos.get(units)
  if (memo === undefined) {
    memo = new Memo(setup, units)
    memos.set(units, memo)
  }
  return memo
}

/**
 * Returns the parts of a resolved agent that may differ between sessions. The parts are not joined, so that comparing
 * them copies no long text.
 */
const comparedParts = ({
  agent: { system, outputKey, generateConfig },
  sight,
  changeable,
}: Resolved): readonly string[] => [
  ...system.flatMap(({ parts, extra }) => [
    String(parts.length),
    toJson(extra ?? null),
    ...parts.flatMap(({ origin, runs }) => [origin, String(runs.length), ...runs.flat()]),
  ]),
  toJson([
    outputKey ?? null,
    generateConfig ?? null,
    changeable ?? null,
    [
      sight.branch,
      sight.contents,
      routingData(sight),
      sight.policy?.clauses ?? null,
      sight.declaredAt ?? null,
    ],
  ]),
]

const hasEqualParts = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((piece, index) => piece === right[index])

/** Options on which a setup depends. All other options are already applied to the resolved agent. */
const ofSetup = [
  'target',
  'model',
  'budget',
  'whenIdle',
  'count',
  'bound',
  'cache',
  'passes',
  'trace',
  'modelRows',
] as const

const sameOptions = (left: CompileOptions, right: CompileOptions): boolean =>
  ofSetup.every(key =>
    key === 'budget' || key === 'cache' || key === 'modelRows'
      ? JSON.stringify(left[key]) === JSON.stringify(right[key])
      : left[key] === right[key],
  )
