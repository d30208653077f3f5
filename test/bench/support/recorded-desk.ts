// A desk made of what another one said: `window.desk` as the Electron preload gives it, answering from memory at once.
import type { Page } from 'playwright-core'

export type Recording = Map<string, string>

/** Keeps every call of the page and what it was answered. */
export const recordCalls = (page: Page, recording: Recording): void => {
  page.on('response', async (response) => {
    const [, name] = /\/api\/call\/([\w.]+)$/.exec(response.url()) ?? []
    if (name === undefined) return
    const body = await response.text().catch(() => null) // the page may be closed before its last answer
    if (body !== null) recording.set(`${name} ${response.request().postData()}`, body)
  })
}

/** Call before the page is opened; `missesOf` tells what it was asked and did not know. */
export const playCalls = (page: Page, recording: Recording): Promise<unknown> =>
  page.addInitScript((entries) => {
    const replies = new Map(entries.map(([key, body]) => [key, JSON.parse(body)]))
    const misses: string[] = []
    const call = (name: string, input: unknown) => {
      const key = `${name} ${JSON.stringify(input)}`
      if (!replies.has(key)) misses.push(key)
      return Promise.resolve(replies.get(key) ?? { ok: false, error: { kind: 'network', message: 'not recorded' } })
    }
    Object.assign(window, { desk: { call, subscribe: () => () => undefined }, misses })
  }, Array.from(recording))

export const missesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as Window & { misses?: string[] }).misses ?? [])
