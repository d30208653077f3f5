/** One request as it left the desk. `body` is its JSON, or null. */
export type SentRequest = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
}

/** The real fetch, which also keeps what was sent. Give `fetch` to the desk. */
export const recordingFetch = () => {
  const sent: SentRequest[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const text = await request.clone().text()
    const { pathname, searchParams } = new URL(request.url)
    sent.push({
      method: request.method,
      path: pathname,
      query: searchParams,
      body: text === '' ? null : (JSON.parse(text) as unknown),
    })
    return globalThis.fetch(request)
  }
  return { fetch, sent: (path: string): SentRequest[] => sent.filter((request) => request.path === path) }
}
