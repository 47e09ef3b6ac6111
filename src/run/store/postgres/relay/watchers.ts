/** Number of rounds after which a process that says nothing is forgotten. */
const mostRounds = 3

/** Sessions that other processes listen to. */
export class Watchers {
  /** Round in which a process last said that it listens, by session and process. */
  private readonly seen = new Map<string, Map<string, number>>()
  private round = 0

  /** Whether another process listens to a session. */
  has(session: string): boolean {
    return this.seen.has(session)
  }

  /** Notes that a process listens to a session. Returns whether that is new. */
  add(session: string, process: string): boolean {
    const processes = this.seen.get(session) ?? new Map<string, number>()
    this.seen.set(session, processes)
    const isNew = !processes.has(process)
    processes.set(process, this.round)
    return isNew
  }

  delete(session: string, process: string): void {
    const processes = this.seen.get(session)
    processes?.delete(process)
    if (processes?.size === 0) this.seen.delete(session)
  }

  /** Begins a round, and forgets the processes that said nothing for some rounds. They may have died. */
  nextRound(): void {
    this.round++
    for (const [session, processes] of this.seen)
      for (const [process, round] of processes)
        if (this.round - round > mostRounds) this.delete(session, process)
  }

  clear(): void {
    this.seen.clear()
  }
}
