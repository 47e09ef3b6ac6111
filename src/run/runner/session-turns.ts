import { keyText, type SessionKey } from '../../core/session/owner.ts'

/** Work on sessions, of which each session has at most one in progress. */
export class SessionTurns {
  /** Promises that settle when the last work on a session has ended, by the session's name. */
  private readonly last = new Map<string, Promise<void>>()

  /** Does work as soon as the earlier work on the same session has ended. */
  runInTurn<Result>(key: SessionKey, work: () => Promise<Result>): Promise<Result> {
    const { last } = this
    const name = keyText(key)
    const done = (last.get(name) ?? Promise.resolve()).then(work)
    const settled = done.then(
      () => {},
      () => {},
    )
    last.set(name, settled)
    void settled.then(() => {
      if (last.get(name) === settled) last.delete(name)
    })
    return done
  }

  /** Resolves when all work that was given so far has ended. */
  async settle(): Promise<void> {
    await Promise.all(this.last.values())
  }
}
