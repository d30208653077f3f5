// Days that were forecast are judged after each sync, whether or not a forecast is asked for again: days leave the cache.
import type { Desk } from '../desk.ts'
import type { RankingDeps } from './deps.ts'

export type ForecastJudgeDeps = Pick<RankingDeps, 'store' | 'clock' | 'log'> & {
  readonly subscribe: Desk['subscribe']
  readonly brands: Pick<RankingDeps['brands'], 'resolve'>
}

export const createForecastJudge = ({ store, clock, log, subscribe, brands }: ForecastJudgeDeps) => {
  let isClosed = false
  let stop = (): void => undefined
  let running: Promise<void> = Promise.resolve()

  /** One read for each brand, and a write only where days came that had been forecast. */
  const judge = async (): Promise<void> => {
    for (const brandId of brands.resolve('all')) {
      if (isClosed) return
      // Days of all measures and keywords of the brand are judged, whichever is asked for.
      const asked = { brandId, measure: 'clicks' } as const
      const { verdicts } = await store.read('rankings.forecastNews', { ...asked, points: [] })
      if (verdicts.length === 0) continue
      await store.write('rankings.keepForecast', { ...asked, said: [], verdicts, atMs: clock.now() })
    }
  }

  return {
    start: (): void => {
      stop = subscribe((event) => {
        if (event.name !== 'sync.progress' || event.payload.run.endedAt === null) return
        running = running
          .then(judge)
          .catch((error: unknown) => log.warn({ err: error }, 'days that were forecast were not judged after a sync'))
      })
    },
    close: async (): Promise<void> => {
      isClosed = true
      stop()
      await running
    },
  }
}
