// What a person sees, measured in a real Chromium on the built desk: start, brand switch, scroll.
import { launchBrowser } from '../support/chromium.ts'
import type { Bench, BenchRow } from './bench.ts'
import { type FilledCache, fillCache } from './rank-cache.ts'
import { homeOf, openDesk } from './support/opened-desk.ts'
import { addToday } from './today.ts'
import { scrollRows } from './window-scroll.ts'
import { startRows } from './window-start.ts'
import { switchRows } from './window-switch.ts'

const LARGE = { brands: 200, keywords: 1000, days: 5 }
const SMALL = { ...LARGE, brands: 10 }

const inBrowser = async (large: FilledCache, small: FilledCache): Promise<BenchRow[]> => {
  const browser = await launchBrowser()
  try {
    const desks = [await openDesk(browser, large), await openDesk(browser, small)] as const
    try {
      return [...(await switchRows(...desks)), ...(await scrollRows(desks[0]))]
    } finally {
      for (const desk of desks) await desk.close()
    }
  } finally {
    await browser.close()
  }
}

/** Of a folder with a full list in Today. */
const started = async (): Promise<BenchRow[]> => {
  const filled = fillCache(LARGE)
  try {
    addToday(filled)
    return await startRows(homeOf(filled))
  } finally {
    filled.remove()
  }
}

export const windowBench: Bench = {
  name: 'window',
  run: async () => {
    const starts = await started()
    const large = fillCache(LARGE)
    const small = fillCache(SMALL)
    try {
      console.log(`  filled ${LARGE.brands} brands in ${Math.round(large.filledMs)} ms`)
      return [...starts, ...(await inBrowser(large, small))]
    } finally {
      large.remove()
      small.remove()
    }
  },
}
