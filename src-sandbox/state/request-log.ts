import type { OperationName } from '../../src-shared/service/operations.ts'

/** One request and its status; never the key. `status` is null while it runs and after a cut connection. */
export type LoggedRequest = {
  readonly at: string
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  operation: OperationName | null
  teamId: string | null
  status: number | null
}

/** The newest `limit` requests, oldest first. */
export const createRequestLog = (limit: number) => {
  let entries: LoggedRequest[] = []
  return {
    /** An entry is completed while its request runs. */
    add: (entry: LoggedRequest): void => {
      entries.push(entry)
      if (entries.length >= 2 * limit) entries = entries.slice(-limit)
    },
    list: (): readonly LoggedRequest[] => entries.slice(-limit),
    clear: () => {
      entries = []
    },
  }
}
export type RequestLog = ReturnType<typeof createRequestLog>

/** The query of a request for the log; a value that might be a key is left out. */
export const loggableQuery = (parameters: URLSearchParams): Record<string, string> =>
  Object.fromEntries(Array.from(parameters, ([name, value]) => [name, value.includes('sk_') ? '[removed]' : value]))
