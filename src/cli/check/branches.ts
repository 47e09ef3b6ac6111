import { type Cell, mergeCells } from './cell.ts'
import { computeAtFirstCall, type MemberOutcome } from './outcome.ts'
import type { FindingRecorder, MemberEffects } from './recorder.ts'
import { union } from './sets.ts'
import type { World } from './world.ts'
import { coversAll, joinWorldLists, joinWorlds, type Worlds } from './worlds.ts'
import type { Gap, Write } from './write.ts'

/** Branch of a parallel, or one round of a mapOver: returns the outcome for the given possible states. */
export type Branch = (worlds: Worlds) => MemberOutcome

/** End of a group whose first member with an answer ends it. */
export interface UntilFirst {
  /** Whether a branch may end with an answer, by its index. */
  readonly mayAnswer: (branch: number) => boolean
  /** Whether a branch may end without an answer, by its index. */
  readonly mayBeSilent: (branch: number) => boolean
  /** Whether a write of a branch takes place only if the branch ends the group. */
  readonly isOfEnd: (write: Write, branch: number) => boolean
}

/** Runs branches that all start from one possible state, and combines their effects. */
export function runBranches(
  recorder: FindingRecorder,
  place: string,
  branches: readonly Branch[],
  before: World,
  first: UntilFirst | null = null,
): MemberOutcome {
  const begin = before.beginBranch()
  const done = branches.map(branch => recorder.captureEffects(() => branch([begin])))
  for (const { effects } of done) recorder.addEffects(effects)
  const collide = { place, isOfEnd: first?.isOfEnd ?? (() => false) }
  recordCollisions(
    recorder,
    collide,
    done.map(({ effects }) => effects),
  )
  const outcomes = done.map(({ result }) => result)
  const combineWithBranch = (worlds: Worlds, more: Worlds): Worlds => combineWorlds(begin, worlds, more)
  const during = computeAtFirstCall(() => outcomes.map(outcome => outcome.during()))
  const upTo = computeAtFirstCall(() => intermediateSums(during(), [begin], combineWithBranch))
  const from = computeAtFirstCall(() =>
    intermediateSums(during().toReversed(), [begin], combineWithBranch).toReversed(),
  )
  /** Returns the states in which one branch ended in some way, and the others may have reached any point. */
  const besides = (endsOf: (outcome: MemberOutcome, index: number) => Worlds): Worlds =>
    joinWorldLists(
      outcomes.map((outcome, index) => {
        const ends = endsOf(outcome, index)
        return ends.length === 0
          ? []
          : combineWithBranch(combineWithBranch(upTo()[index] ?? [], ends), from()[index + 1] ?? [])
      }),
    )
  const whole = () => upTo().at(-1) ?? [begin]
  if (first !== null) {
    const silent = outcomes.map(({ after }, index) => (first.mayBeSilent(index) ? after : []))
    const ended = besides(({ after }, index) => (first.mayAnswer(index) ? after : []))
    return endBranches(before, {
      after: joinWorldLists([ended, silent.reduce<Worlds>(combineWithBranch, [begin])]),
      failed: computeAtFirstCall(() =>
        joinWorldLists(
          outcomes.map(({ failed }, index) =>
            outcomes
              .map((other, at) => (at === index ? failed() : joinWorlds(other.failed(), silent[at] ?? [])))
              .reduce<Worlds>(combineWithBranch, [begin]),
          ),
        ),
      ),
      during: whole,
    })
  }
  return endBranches(before, {
    after: outcomes.map(outcome => outcome.after).reduce<Worlds>(combineWithBranch, [begin]),
    // At the time when one branch fails, the other branches may have reached any point.
    failed: computeAtFirstCall(() => besides(({ failed }) => failed())),
    during: whole,
  })
}

/** Returns the intermediate sums of the items, beginning with `first`. */
function intermediateSums<Item>(
  items: readonly Item[],
  first: Item,
  add: (sum: Item, item: Item) => Item,
): Item[] {
  const sums = [first]
  for (const item of items) sums.push(add(sums.at(-1) ?? first, item))
  return sums
}

/** Runs any number of parallel rounds of one branch (none, one or more), and combines their effects. */
export function runParallelRounds(before: World, run: (world: World) => MemberOutcome): MemberOutcome {
  const begin = before.beginBranch()
  const round = run(begin)
  const repeatUntilStable = (worlds: Worlds): Worlds => {
    let all: Worlds = [begin]
    for (;;) {
      const more = joinWorlds(all, combineWorlds(begin, all, worlds))
      if (coversAll(all, more)) return all
      all = more
    }
  }
  const during = computeAtFirstCall(() => repeatUntilStable(round.during()))
  return endBranches(before, {
    after: repeatUntilStable(round.after),
    failed: computeAtFirstCall(() => combineWorlds(begin, round.failed(), during())),
    during,
  })
}

/** Returns the outcome at the end of parallel branches, including the changes made before the branches began. */
function endBranches(before: World, { after, failed, during }: MemberOutcome): MemberOutcome {
  const endWorlds = (worlds: Worlds): Worlds => worlds.map(world => world.endBranch(before))
  return {
    after: endWorlds(after),
    failed: computeAtFirstCall(() => endWorlds(failed())),
    during: computeAtFirstCall(() => endWorlds(during())),
  }
}

/** Combines every possible state of one branch with every possible state of another branch. */
const combineWorlds = (before: World, left: Worlds, right: Worlds): Worlds =>
  joinWorldLists(left.map(one => joinWorldLists(right.map(other => mergeBranchWorlds(before, one, other)))))

/**
 * Combines the end states of two branches that both ran. If both wrote a key, either branch may have written it last.
 */
function mergeBranchWorlds(before: World, left: World, right: World): Worlds {
  let worlds: Worlds = [before.withSpeakers(left.spoken).withSpeakers(right.spoken)]
  for (const key of union(left.changed, right.changed)) {
    const choices = cellsAfterBranches(key, left, right)
    worlds = worlds.flatMap(world => choices.map(cell => world.withCell(key, cell)))
    if (choices.length > 1) worlds = joinWorlds(worlds)
  }
  return worlds
}

/** Returns the possible knowledge about a key after two branches. A branch that did not change the key is ignored. */
function cellsAfterBranches(key: string, left: World, right: World): readonly Cell[] {
  const [one, other] = [left.get(key), right.get(key)]
  if (!left.changed.has(key)) return [other]
  if (!right.changed.has(key)) return [one]
  return one.presence === other.presence ? [mergeCells(one, other)] : [one, other]
}

/** Records each key that one parallel branch writes while another branch writes or removes it. */
function recordCollisions(
  { collisions }: FindingRecorder,
  { place, isOfEnd }: { readonly place: string; readonly isOfEnd: UntilFirst['isOfEnd'] },
  branches: readonly MemberEffects[],
): void {
  const lastWrite = (key: string, index: number): Write | undefined =>
    [...(branches[index]?.written.get(key) ?? [])].findLast(write => !isOfEnd(write, index))
  for (const [index, { written }] of branches.entries()) {
    for (const key of written.keys()) {
      const write = lastWrite(key, index)
      const others = branches.flatMap(({ removed }, other): (Write | Gap)[] =>
        other === index ? [] : [lastWrite(key, other), removed.get(key)].filter(is => is !== undefined),
      )
      if (write === undefined || others.length === 0) continue
      const id = `${place}\n${key}`
      const known = collisions.get(id) ?? { place, key, effects: new Set() }
      collisions.set(id, known)
      for (const effect of [write, ...others]) known.effects.add(effect)
    }
  }
}
