import type { KeyFlow } from '../../core/state/flow.ts'
import { isScoped } from '../../core/state/key.ts'
import type { StateStep } from '../../core/state/step.ts'
import { asSet, type Cell, mergeCells, removed, writtenCell } from './cell.ts'
import type { FindingRecorder } from './recorder.ts'
import { union } from './sets.ts'
import type { World } from './world.ts'
import type { Making, Write } from './write.ts'

/** Outcome of a step in one possible state. */
export interface Stepped {
  /** State after the step; null if the step always fails. */
  readonly after: World | null
  readonly mayFail: boolean
}

type Of<Kind extends KeyFlow['kind']> = Extract<KeyFlow, { kind: Kind }>

/** Analysis of a state step, which applies the step's declared reads and writes to the possible state. */
export class StepFlow {
  private readonly recorder: FindingRecorder
  private readonly place: string

  constructor(recorder: FindingRecorder, place: string) {
    this.recorder = recorder
    this.place = place
  }

  run({ flow }: StateStep, before: World): Stepped {
    let world = before
    let mayFail = false
    for (const [index, entry] of flow.entries()) {
      mayFail ||= this.fails(entry, world)
      const after = this.apply(entry, world)
      if (after === null) return this.stopAtMissing(flow.slice(index + 1), world)
      world = after
    }
    return { after: this.settleChanges(before, world), mayFail }
  }

  /** Treats the step as a single change: a key that the step wrote and then removed counts as never written. */
  private settleChanges(before: World, after: World): World {
    const { recorder } = this
    let world = after
    for (const key of after.cells.unshared(before.cells)) {
      const [cell, old] = [after.get(key), before.get(key)]
      if (cell === old) continue
      if (cell.presence !== 'absent')
        for (const write of cell.writes) if (write.place === this.place) recorder.didWrite(write)
      if (cell.presence === 'there') continue
      if (old.presence === 'absent' && cell.presence === 'absent') world = world.withKeyReset(key, before)
      else for (const gap of cell.gaps) if (gap.place === this.place) recorder.didRemove(key, gap)
    }
    return world
  }

  /** Stops the analysis at a missing key. The other keys that the step requires are recorded as read too. */
  private stopAtMissing(rest: readonly KeyFlow[], world: World): Stepped {
    for (const entry of rest) {
      if (entry.kind !== 'read' || entry.need !== 'must') break
      this.look(entry.by, entry.key, entry.need, world)
    }
    return { after: null, mayFail: true }
  }

  /** Whether the step may fail at a declared read or write: because of a missing key, or in a function of the user. */
  private fails(entry: KeyFlow, world: World): boolean {
    if (entry.kind === 'read') return entry.need === 'must' && world.get(entry.key).presence !== 'there'
    if (entry.kind === 'read-any') return entry.by !== 'log'
    return entry.kind === 'write' && entry.by === 'transform' && world.get(entry.key).presence !== 'absent'
  }

  private apply(entry: KeyFlow, world: World): World | null {
    switch (entry.kind) {
      case 'read':
        return this.read(entry, world)
      case 'read-any':
        this.recorder.recordFullRead(world)
        return world
      case 'write':
        return this.write(entry, world)
      case 'remove':
        return this.remove(world, entry.key, 'drop')
      case 'keep-only':
        return [...world.cells.keys()]
          .filter(key => !entry.keys.includes(key) && !isScoped(key))
          .reduce((left, key) => this.remove(left, key, 'pick'), world)
      case 'rename':
        return this.rename(entry, world)
    }
  }

  private read({ by, key, need }: Of<'read'>, world: World): World | null {
    this.look(by, key, need, world)
    if (need === 'may') return world
    const cell = world.get(key)
    if (cell.presence === 'absent') return null
    return cell.presence === 'there' ? world : world.with(key, asSet(cell))
  }

  private look(by: string, key: string, need: 'must' | 'may', world: World): void {
    const { place } = this
    this.recorder.recordRead(
      { need, place, reader: `S.${by}`, key, reference: key, path: [], field: '' },
      world,
    )
  }

  private write({ by, key, when, origin }: Of<'write'>, world: World): World {
    const old = world.get(key)
    const sources = typeof when === 'string' ? [] : when.anyOf.map(source => world.get(source).presence)
    if (
      when === 'if-absent'
        ? old.presence === 'there'
        : when !== 'always' && sources.every(is => is === 'absent')
    )
      return world
    const making: Making =
      origin.kind === 'constant' || origin.kind === 'user' ? origin.kind : by === 'merge' ? 'joined' : 'made'
    const from = origin.kind === 'keys' ? origin.keys.flatMap(source => [...world.get(source).writes]) : []
    const cell = writtenCell(this.recorded(by, key, making, from, world))
    if (when === 'if-absent') return world.with(key, { ...cell, writes: union(old.writes, cell.writes) })
    const certain = when === 'always' || sources.includes('there')
    return world.with(key, certain ? cell : mergeCells(old, cell))
  }

  private recorded(by: string, key: string, making: Making, from: readonly Write[], world: World): Write {
    const { recorder, place } = this
    recorder.replace(world, key, place)
    return recorder.write({ key, by: { kind: 'step', name: by }, place, making }, from)
  }

  private remove(world: World, key: string, by: string, to: string | null = null): World {
    const old = world.get(key)
    if (old.presence === 'absent') return world
    const { recorder, place } = this
    recorder.replace(world, key, place)
    const gap = recorder.gap({ by, place, to })
    const cell: Cell = removed(gap)
    return world.with(key, old.presence === 'there' ? cell : { ...cell, gaps: union(cell.gaps, old.gaps) })
  }

  /** Renames keys. All old names are removed before a new name is added. */
  private rename({ by, pairs }: Of<'rename'>, before: World): World {
    const there = pairs.filter(({ from }) => before.get(from).presence !== 'absent')
    for (const { from } of pairs) this.look(by, from, 'may', before)
    let world = before
    for (const { from, to } of there) world = this.remove(world, from, by, to)
    for (const { from, to } of there) {
      const old = before.get(from)
      const cell = writtenCell(this.recorded(by, to, 'moved', [...old.writes], world))
      world = world.with(to, old.presence === 'there' ? cell : mergeCells(world.get(to), cell))
    }
    return world
  }
}
