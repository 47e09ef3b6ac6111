import { type Cell, either } from './cell.ts'
import type { Outcome } from './outcome.ts'
import type { Effects, Recorder } from './recorder.ts'
import type { World } from './world.ts'
import { coversAll, join, type Worlds } from './worlds.ts'
import type { Gap, Write } from './write.ts'

/** A branch of a parallel. */
export interface Branch {
  readonly place: string
  readonly run: (worlds: Worlds) => Outcome
}

/** Runs branches that each see what was before; afterwards what all of them did holds. */
export function runBranches(
  recorder: Recorder,
  place: string,
  branches: readonly Branch[],
  before: World,
): Outcome {
  const done = branches.map(branch => {
    const effects: Effects = { place: branch.place, written: new Map(), removed: new Map() }
    recorder.effects.push(effects)
    const outcome = branch.run([before])
    recorder.effects.pop()
    return { effects, outcome }
  })
  noteCollisions(
    recorder,
    place,
    done.map(({ effects }) => effects),
  )
  const outcomes = done.map(({ outcome }) => outcome)
  const together = (pick: (outcome: Outcome, index: number) => Worlds): Worlds =>
    outcomes.reduce<Worlds>(
      (worlds, outcome, index) => product(before, worlds, pick(outcome, index)),
      [before],
    )
  return {
    after: together(({ after }) => after),
    // Where one fails, the others may have come to any point.
    failed: join(
      ...outcomes.map(failing =>
        together(outcome => (outcome === failing ? outcome.failed : outcome.during)),
      ),
    ),
    during: together(({ during }) => during),
  }
}

/** Runs any number of rounds of one branch at once: none, one, and more with what each of them did. */
export function runEach(before: World, run: (world: World) => Outcome): Outcome {
  const round = run(before)
  const gather = (worlds: Worlds): Worlds => {
    let all: Worlds = [before]
    for (;;) {
      const more = join(all, product(before, all, worlds))
      if (coversAll(all, more)) return all
      all = more
    }
  }
  const during = gather(round.during)
  return { after: gather(round.after), failed: product(before, round.failed, during), during }
}

/** Every way of the one with every way of the other. */
const product = (before: World, left: Worlds, right: Worlds): Worlds =>
  join(...left.map(one => join(...right.map(other => both(before, one, other)))))

/** What two branches did, both: where they disagree on a key, either may have been the last. */
function both(before: World, left: World, right: World): Worlds {
  let worlds: Worlds = [before.says(...left.spoken, ...right.spoken)]
  for (const key of new Set([...left.cells.keys(), ...right.cells.keys()])) {
    const choices = choose(before.get(key), left.get(key), right.get(key))
    worlds = worlds.flatMap(world =>
      choices.map(cell => (cell === world.get(key) ? world : world.with(key, cell))),
    )
    if (choices.length > 1) worlds = join(worlds)
  }
  return worlds
}

/** A branch that left a key alone leaves it to the other. */
function choose(before: Cell, left: Cell, right: Cell): readonly Cell[] {
  if (left === before) return [right]
  if (right === before) return [left]
  return left.presence === right.presence ? [either(left, right)] : [left, right]
}

/** A key that a branch writes, and another writes or removes. */
function noteCollisions({ collisions }: Recorder, place: string, branches: readonly Effects[]): void {
  for (const [index, { written }] of branches.entries()) {
    for (const [key, write] of written) {
      const others = branches
        .filter((_, other) => other !== index)
        .flatMap(({ written, removed }): (Write | Gap)[] =>
          [written.get(key), removed.get(key)].filter(is => is !== undefined),
        )
      if (others.length === 0) continue
      const id = `${place}\n${key}`
      const known = collisions.get(id) ?? { place, key, effects: new Set() }
      collisions.set(id, known)
      for (const effect of [write, ...others]) known.effects.add(effect)
    }
  }
}
