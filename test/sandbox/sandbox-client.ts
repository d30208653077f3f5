import { onTestFinished } from 'vitest'
import type { z } from 'zod'
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src-sandbox/server.ts'
import type { TopKeywordsReplySchema } from '../../src-shared/service/rank-tracking.ts'

/** A Tuesday noon, so that no test depends on the day it runs on. */
export const NOW_MS = Date.parse('2026-03-10T12:00:00Z')
export const TODAY = '2026-03-10'

/** The day `count` days before TODAY. */
export const daysAgo = (count: number): string => new Date(NOW_MS - count * 86_400_000).toISOString().slice(0, 10)

type CallOptions = {
  readonly method?: string
  readonly query?: Record<string, string>
  readonly body?: unknown
  /** null: no Authorization header. Absent: the key of `brand`. */
  readonly key?: string | null
  readonly brand?: number
  readonly headers?: Record<string, string>
}
// biome-ignore lint/suspicious/noExplicitAny: replies of every shape; the tests' own expectations check them
export type Answer = { readonly status: number; readonly headers: Headers; readonly text: string; readonly json: any }
export type TopItem = z.input<typeof TopKeywordsReplySchema>['items'][number]

export type SandboxClient = {
  readonly sandbox: Sandbox
  readonly call: (path: string, options?: CallOptions) => Promise<Answer>
  readonly control: (method: string, path: string, body?: unknown) => Promise<Answer>
  /** Items of a top-keywords call that must succeed. */
  readonly top: (query?: Record<string, string>, brand?: number) => Promise<TopItem[]>
}

const answerOf = async (response: Response): Promise<Answer> => {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  let json: unknown
  try {
    json = isJson ? JSON.parse(text) : undefined
  } catch {
    json = undefined
  }
  return { status: response.status, headers: response.headers, text, json }
}

/** A sandbox of this test, small and with a stopped clock; it ends with the test. */
export const startClient = async (options: SandboxOptions = {}): Promise<SandboxClient> => {
  const sandbox = await startSandbox({ brands: 3, keywords: 80, now: () => NOW_MS, ...options })
  onTestFinished(() => sandbox.close())
  const call: SandboxClient['call'] = async (
    path,
    { method = 'GET', query = {}, body, key, brand = 0, headers } = {},
  ) => {
    const parameters = new URLSearchParams(query)
    const bearer = key === undefined ? sandbox.brands[brand]?.key : key
    const response = await fetch(`${sandbox.baseUrl}${path}${parameters.size === 0 ? '' : `?${parameters}`}`, {
      method,
      headers: {
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return answerOf(response)
  }
  return {
    sandbox,
    call,
    control: async (method, path, body) =>
      answerOf(
        await fetch(`${sandbox.controlUrl}${path}`, {
          method,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      ),
    top: async (query = {}, brand = 0) => {
      const answer = await call('/v3/rank-tracking/top-keywords', { query, brand })
      if (answer.status !== 200) throw new Error(`top-keywords answered ${answer.status}: ${answer.text}`)
      return answer.json.items
    },
  }
}
