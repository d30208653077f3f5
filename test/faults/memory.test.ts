// Whatever the service sends, the desk's memory stays bounded and it goes on.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { watchPeak } from '../bench/support/resident.ts'
import { startDeskProcess } from '../support/desk-process.ts'
import { HARMS, startHostileService } from '../support/hostile-service.ts'

const BRANDS = 200
const MOST_MB = 600
const EACH_MS = 4_000

test.skipIf(process.platform !== 'linux')('a hostile service does not take more than 600 MB of a desk', async () => {
  const service = await startHostileService()
  const desk = await startDeskProcess({ asBuilt: true, env: { AGENCY_DESK_LOG: 'warn' } })
  onTestFinished(async () => void (await desk.stop('SIGKILL')))
  await desk.value('desk.setSettings', { syncEveryMinutes: 0, syncConcurrency: 16 })
  await desk.value('service.setProfile', { baseUrl: service.baseUrl, limits: { requestsPerMinute: 100_000 } })
  const rows = Array.from({ length: BRANDS }, (_, at) => ({
    name: `Brand ${at}`,
    key: `sk_live_${at}_${'k'.repeat(24)}`,
  }))
  const { results } = await desk.value('brands.addMany', { rows, sessionOnly: true })
  expect(results.filter(({ ok }) => !ok)).toEqual([])

  const peaks: Record<string, number> = {}
  for (const harm of Object.keys(HARMS) as (keyof typeof HARMS)[]) {
    service.begin(harm)
    const peak = watchPeak(desk.pid)
    const { runId } = await desk.value('sync.run', {})
    await sleep(EACH_MS)
    await desk.value('sync.cancel', { runId })
    service.end()
    peaks[harm] = Math.round(peak.stop().rssMb)
    // It answers all the time.
    expect((await desk.value('brands.list', {})).brands).toHaveLength(BRANDS)
  }
  process.stdout.write(`${JSON.stringify(peaks)}\n`)
  expect(Object.entries(peaks).filter(([, mb]) => mb > MOST_MB)).toEqual([])
})
