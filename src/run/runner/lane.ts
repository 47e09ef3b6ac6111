/** Work that is done one piece after the other, in the order in which it was given. */
export class Lane {
  private last: Promise<unknown> = Promise.resolve()

  /** Does a piece of work when the earlier ones are done or have failed. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.last.then(work)
    this.last = done.catch(() => {})
    return done
  }
}
