import type { KeyFlow } from '../../core/state/flow.ts'
import { isScoped } from '../../core/state/key.ts'
import type { StateStep } from '../../core/state/step.ts'
import { assumeKeySet, type Cell, mergeCells, removedCell, writtenCell } from './cell.ts'
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

  runStateStep({ flow }: StateStep, before: World): Stepped {
    let world = before
    let mayFail = false
    for (const [index, entry] of flow.entries()) {
      mayFail ||= this.mayEntryFail(entry, world)
      const after = this.applyEntry(entry, world)
      if (after === null) return this.stopAtMissing(flow.slice(index + 1), world)
      world = after
    }
    return { after: this.settleChanges(before, world), mayFail }
  }

  /** Treats the step as a single change: a key that the step wrote and then removed counts as never written. */
  private settleChanges(before: World, after: World): World {
    const { recorder } = this
    let world = after
    for (const key of after.cells.unsharedKeys(before.cells)) {
      const [cell, old] = [after.get(key), before.get(key)]
      if (cell === old) continue
      if (cell.presence !== 'absent')
        for (const write of cell.writes) if (write.place === this.place) recorder.addWrite(write)
      if (cell.presence === 'there') continue
      if (old.presence === 'absent' && cell.presence === 'absent') world = world.withKeyReset(key, before)
      else for (const gap of cell.gaps) if (gap.place === this.place) recorder.addRemoval(key, gap)
    }
    return world
  }

  /** Stops the analysis at a missing key. The other keys that the step requires are recorded as read too. */
  private stopAtMissing(rest: readonly KeyFlow[], world: World): Stepped {
    for (const entry of rest) {
      if (entry.kind !== 'read' || entry.need !== 'must') break
      this.recordKeyRead(entry.by, entry.key, entry.need, world)
    }
    return { after: null, mayFail: true }
  }

  /** Whether the step may fail at a declared read or write: because of a missing key, or in a function of the user. */
  private mayEntryFail(entry: KeyFlow, world: World): boolean {
    if (entry.kind === 'read') return entry.need === 'must' && world.get(entry.key).presence !== 'there'
    if (entry.kind === 'read-any') return entry.by !== 'log'
    return entry.kind === 'write' && entry.by === 'transform' && world.get(entry.key).presence !== 'absent'
  }

  private applyEntry(entry: KeyFlow, world: World): World | null {
    switch (entry.kind) {
      case 'read':
        return this.readStepKey(entry, world)
      case 'read-any':
        this.recorder.recordFullRead(world)
        return world
      case 'write':
        return this.writeStepKey(entry, world)
      case 'remove':
        return this.removeStepKey(world, entry.key, 'drop')
      case 'keep-only':
        return [...world.cells.keys()]
          .filter(key => !entry.keys.includes(key) && !isScoped(key))
          .reduce((left, key) => this.removeStepKey(left, key, 'pick'), world)
      case 'rename':
        return this.renameStepKeys(entry, world)
    }
  }

  private readStepKey({ by, key, need }: Of<'read'>, world: World): World | null {
    this.recordKeyRead(by, key, need, world)
    if (need === 'may') return world
    const cell = world.get(key)
    if (cell.presence === 'absent') return null
    return cell.presence === 'there' ? world : world.withCell(key, assumeKeySet(cell))
  }

  private recordKeyRead(by: string, key: string, need: 'must' | 'may', world: World): void {
    const { place } = this
    this.recorder.recordRead(
      { need, place, reader: `S.${by}`, key, reference: key, path: [], field: '' },
      world,
    )
  }

  private writeStepKey({ by, key, when, origin }: Of<'write'>, world: World): World {
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
    const cell = writtenCell(this.replaceAndRecordWrite(by, key, making, from, world))
    if (when === 'if-absent') return world.withCell(key, { ...cell, writes: union(old.writes, cell.writes) })
    const certain = when === 'always' || sources.includes('there')
    return world.withCell(key, certain ? cell : mergeCells(old, cell))
  }

  private replaceAndRecordWrite(
    by: string,
    key: string,
    making: Making,
    from: readonly Write[],
    world: World,
  ): Write {
    const { recorder, place } = this
    recorder.recordReplacement(world, key, place)
    return recorder.recordWrite({ key, by: { kind: 'step', name: by }, place, making }, from)
  }

  private removeStepKey(world: World, key: string, by: string, to: string | null = null): World {
    const old = world.get(key)
    if (old.presence === 'absent') return world
    const { recorder, place } = this
    recorder.recordReplacement(world, key, place)
    const gap = recorder.sharedGap({ by, place, to })
    const cell: Cell = removedCell(gap)
    return world.withCell(
      key,
      old.presence === 'there' ? cell : { ...cell, gaps: union(cell.gaps, old.gaps) },
    )
  }

  /** Renames keys. All old names are removed before a new name is added. */
  private renameStepKeys({ by, pairs }: Of<'rename'>, before: World): World {
    const there = pairs.filter(({ from }) => before.get(from).presence !== 'absent')
    for (const { from } of pairs) this.recordKeyRead(by, from, 'may', before)
    let world = before
    for (const { from, to } of there) world = this.removeStepKey(world, from, by, to)
    for (const { from, to } of there) {
      const old = before.get(from)
      const cell = writtenCell(this.replaceAndRecordWrite(by, to, 'moved', [...old.writes], world))
      world = world.withCell(to, old.presence === 'there' ? cell : mergeCells(world.get(to), cell))
    }
    return world
  }
}
