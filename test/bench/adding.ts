// Brands added by a pasted list against a service that answers after 5 ms: how many a second, for the last ones of 2,000.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callDesk } from '../../src-main/desk.ts'
import { type Bench, judge, median } from './bench.ts'
import { openPlainDesk } from './support/plain-desk.ts'

const BRANDS = 2000
const ROWS = 100
/** Lists whose median counts. */
const LAST = 5
const ANSWER_MS = 5
const A_SECOND = 50

/** A service that knows keys of the form `sk_<team>_key`. */
const startService = async () => {
  const server = createServer((request, response) => {
    request.resume()
    const team = /^Bearer sk_(team\d+)_/.exec(request.headers.authorization ?? '')?.[1]
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ brandId: team }))
    }, ANSWER_MS)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  return { baseUrl: `http://127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(resolve)) }
}

export const addingBench: Bench = {
  name: 'adding',
  run: async () => {
    const home = mkdtempSync(join(tmpdir(), 'agency-desk-bench-'))
    const service = await startService()
    const desk = await openPlainDesk(home)
    try {
      await callDesk(desk, 'service.setProfile', { baseUrl: service.baseUrl })
      const rates: number[] = []
      for (let from = 0; from < BRANDS; from += ROWS) {
        const rows = Array.from({ length: ROWS }, (_, at) => ({
          name: `Brand ${from + at}`,
          key: `sk_team${from + at}_key`,
        }))
        const startedAt = performance.now()
        const { results } = await callDesk(desk, 'brands.addMany', { rows })
        rates.push((1000 * ROWS) / (performance.now() - startedAt))
        const refused = results.find(({ ok }) => !ok)
        if (refused !== undefined) throw new Error(`Row ${refused.row} was refused: ${refused.error?.message}`)
      }
      const aSecond = median(rates.slice(-LAST))
      const measured = { aSecond, firstASecond: rates[0] ?? 0, brands: BRANDS, answerMs: ANSWER_MS }
      return [
        judge({
          name: 'brands added by paste',
          against: `${A_SECOND} a second`,
          ratio: aSecond / A_SECOND,
          atLeast: 1,
          measured,
        }),
      ]
    } finally {
      await desk.close()
      await service.close()
      rmSync(home, { recursive: true, force: true })
    }
  },
}
