// The desk's one connection to the team's PostgreSQL, as the rest of the store sees it.

/**
 * One statement; its rows, with numbers as numbers. Rejects with what the server said (`serverError`), or a `ConnectionLostError`.
 * `plan` names a statement that is asked again and again: the server reads and plans it once for the connection.
 */
export type TeamSession = {
  readonly query: <Row = Readonly<Record<string, unknown>>>(
    sql: string,
    values?: readonly unknown[],
    plan?: string,
  ) => Promise<readonly Row[]>
}

export type TeamClient = TeamSession & {
  /** Between BEGIN and COMMIT, or ROLLBACK if the work fails. Nothing else is asked meanwhile. */
  readonly transaction: <Result>(work: (session: TeamSession) => Promise<Result>, begin?: string) => Promise<Result>
  /** The payload of each NOTIFY: the number of a commit. */
  readonly onNotification: (listener: (payload: string) => void) => () => void
}

/** The connection broke, or the server ended it: whether the statement was done is not known. */
export class ConnectionLostError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'ConnectionLostError'
  }
}

/** What the server refuses a statement with. */
export type ServerError = Error & {
  readonly severity: string
  readonly code: string
  readonly constraint?: string
  readonly detail?: string
}

/** Known by the code as well: a server names the severity in its own language. */
const ENDS_SESSION = /^(08|57P|25P0[34])/

/**
 * The server's own answer: the statement did nothing. Null for all else: the connection broke, or the server ended it, and
 * whether the statement was done is not known.
 */
export const serverError = (error: unknown): ServerError | null => {
  const { severity, code } = (error ?? {}) as Partial<ServerError> // as pg fills them
  const isOfServer = error instanceof Error && typeof severity === 'string' && typeof code === 'string'
  return isOfServer && !/^(FATAL|PANIC)$/.test(severity) && !ENDS_SESSION.test(code) ? (error as ServerError) : null // as said
}
