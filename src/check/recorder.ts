import type { PersistentSet } from '../text/persistent-set.ts'
import { isInside } from './place.ts'
import type { Seen, Site } from './site.ts'
import type { World } from './world.ts'
import type { Gap, Write } from './write.ts'

/** Effects of a member on keys, and the results of its sites. */
export interface Effects {
  readonly written: Map<string, Write>
  readonly removed: Map<string, Gap>
  /** By id of a site. */
  readonly looks: Map<string, { there: boolean; missing: boolean }>
}

const noEffects = (): Effects => ({ written: new Map(), removed: new Map(), looks: new Map() })

/** A round of a loop that is gone through. */
interface Round {
  readonly place: string
  round: number
}

/** Recorder of the findings while a program is walked. */
export class Recorder {
  readonly sites = new Map<string, Seen>()
  /** The same by the path of the member. */
  readonly sitesAt = new Map<string, Seen[]>()
  readonly writes = new Map<string, Write>()
  /** Paths of the members that something leads to. */
  readonly reached = new Set<string>()
  /** By path of an agent: the agents that may have spoken before it. */
  readonly before = new Map<string, PersistentSet>()
  /** By path of a parallel and key: what its branches do to one key. */
  readonly collisions = new Map<string, { place: string; key: string; effects: Set<Write | Gap> }>()
  readonly rounds: Round[] = []
  /** Writes that nothing looked at, and those that nothing followed: to go through all that is written costs the more. */
  private readonly unread = new Set<Write>()
  private readonly last = new Set<Write>()
  private effects = noEffects()
  private readonly gaps = new Map<string, Gap>()

  /** The one object for a write. */
  write(given: Omit<Write, 'from' | 'read' | 'followed'>, from: Iterable<Write> = []): Write {
    const id = `${given.place}\n${given.key}`
    let write = this.writes.get(id)
    if (write === undefined) {
      write = { ...given, from: new Set(), read: false, followed: false }
      this.writes.set(id, write)
      this.unread.add(write)
      this.last.add(write)
    }
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
      this.sitesAt.set(site.place, [...(this.sitesAt.get(site.place) ?? []), seen])
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
    this.didLook(id, seen, { there, missing })
  }

  /** A function looks at whatever it likes. */
  lookAtAll(world: World): void {
    for (const write of this.unread) {
      if (!write.read && isIn(world, write)) write.read = true
      if (write.read) this.unread.delete(write)
    }
  }

  /** An agent's turn comes. */
  begin(place: string, name: string, world: World): void {
    this.before.set(place, this.before.get(place)?.with(world.spoken) ?? world.spoken)
    for (const write of this.last) {
      if (!write.followed && isIn(world, write)) write.followed = !isOwn(write, place, name)
      if (write.followed) this.last.delete(write)
    }
  }

  /** A value takes the place of another, or goes. */
  replace(world: World, key: string, place: string): void {
    for (const write of world.get(key).writes) write.followed ||= write.place !== place
  }

  /** Runs something apart, and says what it did: it is done to what is around it by `replay`. */
  capture<Result>(run: () => Result): { readonly result: Result; readonly effects: Effects } {
    const outer = this.effects
    const effects = noEffects()
    this.effects = effects
    const result = run()
    this.effects = outer
    return { result, effects }
  }

  /** Adds captured effects to the effects that are being recorded now. */
  replay({ written, removed, looks }: Effects, isOwn: (key: string) => boolean = () => false): void {
    for (const write of written.values()) if (!isOwn(write.key)) this.didWrite(write)
    for (const [key, gap] of removed) if (!isOwn(key)) this.didRemove(key, gap)
    for (const [id, look] of looks) {
      const seen = this.sites.get(id)
      if (seen !== undefined) this.didLook(id, seen, look)
    }
  }

  /** Runs what has a key to itself: what becomes of that key in there is nothing to branches outside. */
  apart<Result>(key: string, run: () => Result): Result {
    const { result, effects } = this.capture(run)
    this.replay(effects, name => name === key)
    return result
  }

  didWrite(write: Write): void {
    this.effects.written.set(write.key, write)
  }

  didRemove(key: string, gap: Gap): void {
    this.effects.removed.set(key, gap)
  }

  private didLook(
    id: string,
    { loops }: Seen,
    { there, missing }: { there: boolean; missing: boolean },
  ): void {
    const { looks } = this.effects
    const known = looks.get(id)
    looks.set(id, { there: there || known?.there === true, missing: missing || known?.missing === true })
    for (const { place, round } of this.rounds) {
      const loop = loops.get(place) ?? { thereFirst: false, missingLater: false }
      if (round === 1) loop.thereFirst ||= there
      else loop.missingLater ||= missing
      loops.set(place, loop)
    }
  }
}

/** Whether a value that is in the state may come from a write. */
const isIn = (world: World, write: Write): boolean => world.get(write.key).writes.has(write)

/** Whether an agent runs for the sake of a write: its answer is what is written, or what a mapOver collects. */
const isOwn = ({ by, place: writer }: Write, place: string, name: string): boolean =>
  by.kind === 'agent' ? by.name === name : by.kind === 'mapOver' && isInside(place, writer)
