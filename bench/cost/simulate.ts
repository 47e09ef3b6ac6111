import type { fakeProvider as FakeProvider } from 'ctxc/testing'
import { importPeer } from '../library/import-peer.ts'
import type { Count } from '../library/library.ts'
import type { CacheRule } from './cache-rule.ts'
import { type Begin, messagesFrom } from './history.ts'
import { type KeepBound, worths } from './keep-bound.ts'
import { leastOf, type Optimum, optimum } from './optimum.ts'
import type { Outcome } from './outcome.ts'
import { type Judge, replay } from './replay.ts'
import type { CostRun } from './run.ts'
import { type Sizes, sizesOf, widest } from './sizes.ts'
import type { Answer, Strategy } from './strategy/strategy.ts'
import { fullHistory } from './strategy/window.ts'

/** Share of the budget that every call of a run must keep, if there is so much history. */
const leastShare = 0.4

/** A run as far as it can be sent: calls at which what must be sent does not fit are made by nobody. */
interface Prepared {
  readonly run: CostRun
  readonly sizes: Sizes
  /** Least tokens of history that each call must keep. */
  readonly least: readonly number[]
}

/** One budget, and the runs that do not fit it. */
export class Simulation {
  readonly budget: number
  readonly runs: readonly CostRun[]
  private readonly prepared: readonly Prepared[]
  private readonly count: Count
  private readonly judge: Judge
  private damaged: readonly (readonly ReadonlySet<string>[])[] | null = null

  private constructor(budget: number, runs: readonly CostRun[], count: Count, judge: Judge) {
    this.budget = budget
    this.prepared = runs.map(run => prepare(run, budget))
    this.runs = this.prepared.map(({ run }) => run)
    this.count = count
    this.judge = judge
  }

  static async of(budget: number, runs: readonly CostRun[], count: Count): Promise<Simulation> {
    return new Simulation(budget, runs, count, await createJudge())
  }

  get calls(): number {
    return this.runs.reduce((sum, { calls }) => sum + calls.length, 0)
  }

  /** Replays every run by a strategy. */
  async replay({ name, begin }: Strategy): Promise<Outcome> {
    this.damaged ??= await this.damages()
    const damaged = this.damaged
    const runs = []
    for (const [at, { run, least }] of this.prepared.entries())
      runs.push({
        called: await replay(run, await begin(run, this.budget), this.count, this.judge),
        least,
        damaged: damaged[at] ?? [],
      })
    return { name, runs }
  }

  /** The requests of someone who knows the whole run, and keeps at least such a share of the budget. */
  optimum(name: string, rule: CacheRule, share = leastShare): Promise<Outcome> {
    return this.replay({ name, begin: async run => this.best(run, rule, share) })
  }

  /** From which the least cost of keeping more follows. */
  keepBounds(rule: CacheRule): KeepBound[] {
    return worths.map(worth => {
      const solved = this.prepared.map(({ run, sizes }) => this.solve(run, sizes, rule, leastShare, worth))
      return { worth, cost: solved.reduce((sum, { cost }) => sum + cost, 0) }
    })
  }

  private best(run: CostRun, rule: CacheRule, share: number): Answer {
    const { sizes } = this.prepared.find(prepared => prepared.run === run) as Prepared
    const { places } = this.solve(run, sizes, rule, share, 0)
    return async said => {
      const begin = run.begins[places[run.calls.indexOf(said)] as number] as Begin
      return messagesFrom(run.history, begin, said)
    }
  }

  private solve(run: CostRun, sizes: Sizes, rule: CacheRule, share: number, worth: number): Optimum {
    return optimum(sizes, { room: this.budget - run.head, least: share * this.budget }, rule, worth)
  }

  /** The rules that the runs break by themselves. */
  private async damages(): Promise<readonly ReadonlySet<string>[][]> {
    const damages = []
    for (const { run } of this.prepared) {
      const called = await replay(run, await fullHistory.begin(run, this.budget), this.count, this.judge)
      damages.push(called.map(call => call?.broken ?? new Set<string>()))
    }
    return damages
  }
}

function prepare(run: CostRun, budget: number): Prepared {
  const { head, tokens, begins } = run
  const room = budget - head
  const all = sizesOf(head, tokens, begins, run.calls)
  const calls = run.calls.filter((_, call) => widest(all, call, room) >= 0)
  const sizes = sizesOf(head, tokens, begins, calls)
  const least = calls.map((_, call) => leastOf(sizes, call, { room, least: leastShare * budget }))
  return { run: { ...run, calls }, sizes, least }
}

/** A strict fake of Chat Completions. */
async function createJudge(): Promise<Judge> {
  const testing = await importPeer(new URL('../../dist/testing.js', import.meta.url).href)
  const { violations } = (testing.fakeProvider as typeof FakeProvider)('openai-chat')
  return messages => new Set(violations({ model: 'gpt-5.4', messages }).map(({ rule }) => rule))
}
