import { interceptRequests } from './intercept-requests.ts'

/** One request as it left the desk. `body` is its JSON, or null. */
export type SentRequest = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
}

/** The real connections, which also keep what was sent. Give `getDispatcher` to the desk. */
export const recordRequests = () => {
  const sent: SentRequest[] = []
  const getDispatcher = interceptRequests(({ method, url, body }) => {
    sent.push({ method, path: url.pathname, query: url.searchParams, body: body === null ? null : JSON.parse(body) })
    return undefined
  })
  return { getDispatcher, sent: (path: string): SentRequest[] => sent.filter((request) => request.path === path) }
}
