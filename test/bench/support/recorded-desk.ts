// A desk made of what another one said: `window.desk` as the Electron preload gives it, answering from memory at once. Whether
// rows were read ahead with their trends or shown first without them depends on the machine: either reply answers both.
import type { Page } from 'playwright-core'

export type Recording = Map<string, string>

type RecordingWindow = Window & { recorded?: [key: string, body: string][] }

/** Call before the page is opened: it keeps every call it makes and what it was answered. */
export const recordCalls = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const recorded: [string, string][] = []
    const ask = window.fetch
    window.fetch = async (input, init) => {
      const response = await ask(input, init)
      const [, name] = /\/api\/call\/([\w.]+)$/.exec(String(input)) ?? []
      const body = String(init?.body).replace(/,"sparkDays":\d+/, '')
      if (name !== undefined) recorded.push([`${name} ${body}`, await response.clone().text()])
      return response
    }
    Object.assign(window, { recorded })
  })

export const recordedBy = (page: Page): Promise<[key: string, body: string][]> =>
  page.evaluate(() => (window as RecordingWindow).recorded ?? [])

/** Call before the page is opened; `missesOf` returns the calls that had no recorded answer. */
export const playCalls = (page: Page, recording: Recording): Promise<unknown> =>
  page.addInitScript((entries) => {
    const replies = new Map(entries.map(([key, body]) => [key, JSON.parse(body)]))
    const misses: string[] = []
    const call = (name: string, input: unknown) => {
      const key = `${name} ${JSON.stringify(input)}`.replace(/,"sparkDays":\d+/, '')
      if (!replies.has(key)) misses.push(key)
      return Promise.resolve(replies.get(key) ?? { ok: false, error: { kind: 'network', message: 'not recorded' } })
    }
    Object.assign(window, { desk: { call, subscribe: () => () => undefined }, misses })
  }, Array.from(recording))

export const missesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as Window & { misses?: string[] }).misses ?? [])
