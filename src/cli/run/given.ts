/** Options that name a session store and the owner of the sessions, as the user wrote them. */
export interface StoreGiven {
  readonly store?: string
  readonly owner?: string
  readonly user?: string
}

/** Command-line options of `ctxc run`, as the user wrote them. */
export interface RunGiven extends StoreGiven {
  readonly session?: string
  readonly message?: string
  readonly approve?: readonly string[]
  readonly deny?: readonly string[]
  /** Each as `CALL=ARGUMENTS`. */
  readonly edit?: readonly string[]
  /** Each as `CALL=ANSWER`. */
  readonly answer?: readonly string[]
  readonly reason?: string
  readonly resume?: boolean
  readonly steps?: string
  readonly model?: string
  readonly modelRows?: string
  readonly export?: string
  readonly format?: string
  readonly allowImport?: boolean
}
