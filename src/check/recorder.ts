import { isInside } from './place.ts'
import type { Seen, Site } from './site.ts'
import type { World } from './world.ts'
import type { Gap, Write } from './write.ts'

/** What one branch does to keys. */
export interface Effects {
  readonly place: string
  readonly written: Map<string, Write>
  readonly removed: Map<string, Gap>
}

/** A round of a loop that is gone through. */
interface Round {
  readonly place: string
  round: number
}

/** What is found while a program is gone through. */
export class Recorder {
  readonly sites = new Map<string, Seen>()
  readonly writes = new Map<string, Write>()
  /** Paths of the members that something leads to. */
  readonly reached = new Set<string>()
  /** By path of an agent: the agents that may have spoken before it. */
  readonly before = new Map<string, Set<string>>()
  /** By path of a parallel and key: what its branches do to one key. */
  readonly collisions = new Map<string, { place: string; key: string; effects: Set<Write | Gap> }>()
  readonly rounds: Round[] = []
  effects: Effects[] = []
  private readonly gaps = new Map<string, Gap>()

  /** The one object for a write. */
  write(given: Omit<Write, 'from' | 'read' | 'followed'>, from: Iterable<Write> = []): Write {
    const id = `${given.place}\n${given.key}`
    const write = this.writes.get(id) ?? { ...given, from: new Set(), read: false, followed: false }
    this.writes.set(id, write)
    for (const source of from) if (source !== write) write.from.add(source)
    return write
  }

  /** The one object for a reason why a key is gone. */
  gap(gap: Gap): Gap {
    const id = `${gap.place}\n${gap.by}\n${gap.to}`
    const known = this.gaps.get(id)
    if (known === undefined) this.gaps.set(id, gap)
    return known ?? gap
  }

  /** Something looks at a key. */
  look(site: Site, world: World): void {
    const id = `${site.place}\n${site.need}\n${site.reference}`
    let seen = this.sites.get(id)
    if (seen === undefined) {
      seen = { ...site, there: false, missing: false, writes: new Set(), gaps: new Set(), loops: new Map() }
      this.sites.set(id, seen)
    }
    // A key that is written with dots wins over a path.
    const whole = world.get(site.reference)
    const cell = site.path.length > 0 && whole.presence === 'there' ? whole : world.get(site.key)
    for (const write of cell.writes) {
      write.read = true
      seen.writes.add(write)
    }
    for (const gap of cell.gaps) seen.gaps.add(gap)
    const there = cell.presence !== 'absent'
    const missing = cell.presence !== 'there'
    seen.there ||= there
    seen.missing ||= missing
    for (const { place, round } of this.rounds) {
      const loop = seen.loops.get(place) ?? { thereFirst: false, missingLater: false }
      if (round === 1) loop.thereFirst ||= there
      else loop.missingLater ||= missing
      seen.loops.set(place, loop)
    }
  }

  /** A function looks at whatever it likes. */
  lookAtAll(world: World): void {
    for (const { writes } of world.cells.values()) for (const write of writes) write.read = true
  }

  /** An agent's turn comes. */
  begin(place: string, name: string, world: World): void {
    const before = this.before.get(place) ?? new Set()
    this.before.set(place, before)
    for (const speaker of world.spoken) before.add(speaker)
    for (const { writes } of world.cells.values())
      for (const write of writes) write.followed ||= !isOwn(write, place, name)
  }

  /** A value takes the place of another, or goes. */
  replace(world: World, key: string, place: string): void {
    for (const write of world.get(key).writes) write.followed ||= write.place !== place
  }

  /** Runs what has a key to itself: what becomes of that key in there is nothing to branches outside. */
  apart<Result>(key: string, place: string, run: () => Result): Result {
    const outer = this.effects
    const own: Effects = { place, written: new Map(), removed: new Map() }
    this.effects = [own]
    const result = run()
    this.effects = outer
    for (const write of own.written.values()) if (write.key !== key) this.didWrite(write)
    for (const [name, gap] of own.removed) if (name !== key) this.didRemove(name, gap)
    return result
  }

  didWrite(write: Write): void {
    for (const effects of this.effects) effects.written.set(write.key, write)
  }

  didRemove(key: string, gap: Gap): void {
    for (const effects of this.effects) effects.removed.set(key, gap)
  }
}

/** Whether an agent runs for the sake of a write: its answer is what is written, or what a mapOver collects. */
const isOwn = ({ by, place: writer }: Write, place: string, name: string): boolean =>
  by.kind === 'agent' ? by.name === name : by.kind === 'mapOver' && isInside(place, writer)
