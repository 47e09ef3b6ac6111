import type { PersistentSet } from '../../core/text/persistent-set.ts'
import { isInside } from './place.ts'
import type { ReadSite, Seen } from './site.ts'
import type { World } from './world.ts'
import type { Gap, Write } from './write.ts'

/** Effects of a member on keys: writes, removals, and the results of reads. */
export interface MemberEffects {
  /** Writes of each key, oldest first. */
  readonly written: Map<string, Set<Write>>
  readonly removed: Map<string, Gap>
  /** Results of reads, by the id of the place that reads (read site). */
  readonly looks: Map<string, { there: boolean; missing: boolean }>
}

const noEffects = (): MemberEffects => ({ written: new Map(), removed: new Map(), looks: new Map() })

/** Loop that is being analysed, and the number of the current round. */
interface Round {
  readonly place: string
  round: number
}

/** Recorder of all reads and writes that the analysis of a program finds. */
export class FindingRecorder {
  readonly sites = new Map<string, Seen>()
  /** Places that read a key (read sites), by the path of the reading member. */
  readonly sitesAt = new Map<string, Seen[]>()
  readonly writes = new Map<string, Write>()
  /** Paths of the members that some path through the program reaches. */
  readonly reached = new Set<string>()
  /** Paths of the routes that may match none of their branches. */
  readonly unmatched = new Set<string>()
  /** Names of the agents that may have spoken before an agent runs, by the agent's path. */
  readonly before = new Map<string, PersistentSet>()
  /** Writes and removals of one key by several parallel branches, by the path of the parallel and the key. */
  readonly collisions = new Map<string, { place: string; key: string; effects: Set<Write | Gap> }>()
  readonly rounds: Round[] = []
  /**
   * Sets of writes that nothing has read yet, and of writes after which nothing has run yet. They avoid a slow search
   * of all writes.
   */
  private readonly unread = new Set<Write>()
  private readonly last = new Set<Write>()
  private effects = noEffects()
  private readonly gaps = new Map<string, Gap>()

  /** Returns the one object that represents a write. Equal writes share the object. */
  recordWrite(
    given: Omit<Write, 'from' | 'read' | 'followed' | 'replacedAt'>,
    from: Iterable<Write> = [],
  ): Write {
    const id = `${given.place}\n${given.key}`
    let write = this.writes.get(id)
    if (write === undefined) {
      write = { ...given, from: new Set(), read: false, followed: false, replacedAt: new Set() }
      this.writes.set(id, write)
      this.unread.add(write)
      this.last.add(write)
    }
    for (const source of from) if (source !== write) write.from.add(source)
    return write
  }

  /** Returns the one object that represents a reason why a key is missing. Equal reasons share the object. */
  sharedGap(gap: Gap): Gap {
    const id = `${gap.place}\n${gap.by}\n${gap.to}`
    const known = this.gaps.get(id)
    if (known === undefined) this.gaps.set(id, gap)
    return known ?? gap
  }

  /** Records that a place reads a key in a possible state. */
  recordRead(site: ReadSite, world: World): void {
    const id = `${site.place}\n${site.field}\n${site.need}\n${site.reference}`
    let seen = this.sites.get(id)
    if (seen === undefined) {
      seen = { ...site, there: false, missing: false, writes: new Set(), gaps: new Set(), loops: new Map() }
      this.sites.set(id, seen)
      this.sitesAt.set(site.place, [...(this.sitesAt.get(site.place) ?? []), seen])
    }
    // A key whose name contains dots takes precedence over a path into a value.
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
    this.addReadResult(id, seen, { there, missing })
  }

  /** Records that a function gets the whole state, so that it may read every key. */
  recordFullRead(world: World): void {
    for (const write of this.unread) {
      if (!write.read && mayComeFromWrite(world, write)) write.read = true
      if (write.read) this.unread.delete(write)
    }
  }

  /** Records that an agent is about to run. */
  recordAgentStart(place: string, name: string, world: World): void {
    this.before.set(place, this.before.get(place)?.with(world.spoken) ?? world.spoken)
    for (const write of this.last) {
      if (!write.followed && mayComeFromWrite(world, write))
        write.followed = !isWriteOfAgent(write, place, name)
      if (write.followed) this.last.delete(write)
    }
  }

  /** Records that the value of a key is replaced or removed. */
  recordReplacement(world: World, key: string, place: string): void {
    for (const write of world.get(key).writes) {
      if (write.place === place) continue
      write.followed = true
      write.replacedAt.add(place)
    }
  }

  /** Runs a function, and returns the effects that it recorded. `replay` adds them to the effects recorded outside. */
  captureEffects<Result>(run: () => Result): { readonly result: Result; readonly effects: MemberEffects } {
    const outer = this.effects
    const effects = noEffects()
    this.effects = effects
    const result = run()
    this.effects = outer
    return { result, effects }
  }

  /** Adds effects that `capture` returned to the effects that are being recorded now. */
  addEffects(
    { written, removed, looks }: MemberEffects,
    isOwn: (key: string) => boolean = () => false,
  ): void {
    for (const [key, writes] of written) if (!isOwn(key)) for (const write of writes) this.addWrite(write)
    for (const [key, gap] of removed) if (!isOwn(key)) this.addRemoval(key, gap)
    for (const [id, look] of looks) {
      const seen = this.sites.get(id)
      if (seen !== undefined) this.addReadResult(id, seen, look)
    }
  }

  /** Runs a function that uses a private key. The function's effects on this key are not recorded outside. */
  withPrivateKey<Result>(key: string, run: () => Result): Result {
    const { result, effects } = this.captureEffects(run)
    this.addEffects(effects, name => name === key)
    return result
  }

  addWrite(write: Write): void {
    const writes = this.effects.written.get(write.key) ?? new Set()
    // The last write of a key is the last one of its set.
    writes.delete(write)
    this.effects.written.set(write.key, writes.add(write))
  }

  addRemoval(key: string, gap: Gap): void {
    this.effects.removed.set(key, gap)
  }

  private addReadResult(
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

/** Whether a write may have made the key's value in a possible state. */
const mayComeFromWrite = (world: World, write: Write): boolean => world.get(write.key).writes.has(write)

/**
 * Whether a write stores the answer of an agent: the agent's own write, or the list of a mapOver in which the agent
 * runs.
 */
const isWriteOfAgent = ({ by, place: writer }: Write, place: string, name: string): boolean =>
  by.kind === 'agent' ? by.name === name : by.kind === 'mapOver' && isInside(place, writer)
