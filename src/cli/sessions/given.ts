import type { StoreGiven } from '../run/given.ts'

/** Options of a command about one session, as the user wrote them. */
export interface OneGiven extends StoreGiven {
  readonly format?: string
  readonly out?: string
  readonly yes?: boolean
  readonly reveal?: boolean
}

/** Command-line options of `ctxc sessions list`. */
export interface ListGiven extends StoreGiven {
  readonly format?: string
  readonly status?: string
  readonly all?: boolean
}

/** Command-line options of `ctxc sessions costs`. */
export interface CostsGiven extends StoreGiven {
  readonly format?: string
  readonly all?: boolean
  readonly since?: string
  readonly until?: string
}

/** Command-line options of `ctxc sessions fork`. */
export interface ForkGiven extends StoreGiven {
  readonly at?: string
  readonly to: string
}
