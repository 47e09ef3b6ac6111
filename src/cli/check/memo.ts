import type { Cell } from './cell.ts'
import type { MemberOutcome } from './outcome.ts'
import type { FindingRecorder, MemberEffects } from './recorder.ts'
import type { World } from './world.ts'
import { mergeAllWorlds, type Worlds } from './worlds.ts'

/** Maximum number of states that are analysed separately, in all groups. Further states of a group are merged. */
const mostStates = 2000

/** Outcomes of one group that were already computed. */
interface Known {
  /** Outcomes by the possible states before the group. */
  readonly outcomes: Map<string, { readonly result: MemberOutcome; readonly effects: MemberEffects }>
  /** Merge of all further possible states before the group, once the maximum number is reached. */
  wide: Worlds
}

/**
 * Cache of the outcomes of groups, by the possible states before the group. Loops repeat until nothing changes, so
 * without the cache, every surrounding loop would double the cost of its inner groups.
 */
export class OutcomeMemo {
  private readonly recorder: FindingRecorder
  private readonly groups = new Map<string, Known>()
  private states = 0
  private readonly ids = new Map<object, number>()
  private readonly cells = new WeakMap<Cell, string>()

  constructor(recorder: FindingRecorder) {
    this.recorder = recorder
  }

  /** Returns the outcome of a group. The group is analysed only once for equal states before it. */
  cachedOutcomeOf(place: string, before: Worlds, go: (worlds: Worlds) => MemberOutcome): MemberOutcome {
    const group = this.groups.get(place) ?? { outcomes: new Map(), wide: [] }
    this.groups.set(place, group)
    let worlds = before
    let id = this.idOfWorlds(before)
    if (!group.outcomes.has(id) && this.states >= mostStates) {
      worlds = group.wide = mergeAllWorlds([...group.wide, ...before])
      id = this.idOfWorlds(worlds)
    }
    let known = group.outcomes.get(id)
    if (known === undefined) {
      this.states++
      known = this.recorder.captureEffects(() => go(worlds))
      group.outcomes.set(id, known)
    }
    this.recorder.addEffects(known.effects)
    return known.result
  }

  /** Returns a text that is equal for possible states with equal content. */
  private idOfWorlds(worlds: Worlds): string {
    return worlds
      .map(world => this.idOfWorld(world))
      .sort()
      .join('\n\n')
  }

  private idOfWorld({ cells, spoken, changed }: World): string {
    const known = [...cells].map(([key, cell]) => `${key} ${this.idOfCell(cell)}`).sort()
    return [...known, '', ...[...spoken].sort(), '', ...[...changed].sort()].join('\n')
  }

  private idOfCell(cell: Cell): string {
    const known = this.cells.get(cell)
    if (known !== undefined) return known
    const idsOfObjects = (all: Iterable<object>): string =>
      [...all]
        .map(one => this.numberOfObject(one))
        .sort()
        .join()
    const id = `${cell.presence} ${idsOfObjects(cell.writes)} ${idsOfObjects(cell.gaps)}`
    this.cells.set(cell, id)
    return id
  }

  private numberOfObject(one: object): number {
    const id = this.ids.get(one) ?? this.ids.size
    this.ids.set(one, id)
    return id
  }
}
