import { wrongValueError } from '../../../core/form/describe.ts'
import { Path } from '../../../core/form/path.ts'

/** Pool or client of the package `pg`, as far as ctxc uses it. */
export interface PgClient {
  query(query: {
    readonly text: string
    readonly values: (string | null)[]
    readonly rowMode: 'array'
  }): Promise<{ readonly rows: unknown[] }>
  on(event: 'error', listener: (error: Error) => void): unknown
  listeners(event: 'error'): unknown[]
}

/** Client of the package `postgres`, as far as ctxc uses it. */
export interface PostgresJsClient {
  unsafe(text: string, values: (string | null)[]): { values(): PromiseLike<readonly (readonly unknown[])[]> }
}

/** Row of a result. Every column is a text or null, because clients read other types differently. */
export type Row = readonly (string | null)[]

/** Parameters of a statement: texts and nulls, because clients write other types differently. */
export type Parameters = (string | null)[]

/**
 * Runs a statement in a transaction of its own. The statement has no name, because a pooler such as pgbouncer may run
 * the next statement on another connection.
 */
export type RunStatement = (text: string, values: Parameters) => Promise<readonly Row[]>

/** Whether a value is a client of the package `postgres`, which is a function with methods. */
export const isPostgresJs = (client: unknown): client is PostgresJsClient =>
  typeof client === 'function' && typeof (client as Partial<PostgresJsClient>).unsafe === 'function'

/** Whether a value is a pool or a client of the package `pg`. */
const isPg = (client: unknown): client is PgClient =>
  typeof client === 'object' &&
  client !== null &&
  ['query', 'on', 'listeners'].every(name => typeof (client as Record<string, unknown>)[name] === 'function')

/** Throws a TypeError for a value that is no client of one of the packages. */
export function assertClient(client: unknown, caller: string): void {
  if (!isPg(client) && !isPostgresJs(client))
    throw wrongValueError(
      'a Pool of the package pg, or a client of the package postgres',
      client,
      Path.named(`the client of ${caller}`),
    )
}

/** Returns a function that runs statements with a client. */
export function runnerOf(client: PgClient | PostgresJsClient): RunStatement {
  if (isPostgresJs(client))
    return async (text, values) => (await client.unsafe(text, values).values()) as readonly Row[]
  ignoreIdleErrors(client)
  return async (text, values) =>
    (await client.query({ text, values, rowMode: 'array' })).rows as readonly Row[]
}

/** Ignores the end of idle connections, which otherwise ends the process. The next statement uses another connection. */
export function ignoreIdleErrors(client: Pick<PgClient, 'on' | 'listeners'>): void {
  if (!client.listeners('error').includes(ignoreError)) client.on('error', ignoreError)
}

const ignoreError = (): void => {}

/** Codes of errors after which a transaction may be repeated: it lost a race or a deadlock, and wrote nothing. */
const repeatable = new Set(['40001', '40P01'])

/** Whether a transaction lost a race with another one, and wrote nothing. */
export const isRaceError = (error: unknown): boolean => repeatable.has(codeOf(error))

/**
 * Whether Postgres refused a statement, so that it wrote nothing. Errors of a connection, of an operator and of the server
 * itself may come after a commit.
 */
export const isRolledBack = (error: unknown): boolean =>
  /^(?!08|57|58|XX|40003)[0-9A-Z]{5}$/.test(codeOf(error))

/** Returns the code that Postgres gives an error; empty for another error. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
