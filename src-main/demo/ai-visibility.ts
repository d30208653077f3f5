// AI visibility of the demo's past: the service gives the present value alone, so the days before it are made up to it.
import { DAY_MS } from '../base/clock.ts'
import { savePastAiVisibility } from '../clusters/public.ts'
import { callDesk, type Desk } from '../desk.ts'
import type { Store } from '../store/store.ts'

const DAYS = 84
const STEP_DAYS = 7
/** What was less, or more, than now at each refresh of the models, the newest first; brands begin at another one. */
const LESS = [0, 0.4, -0.6, 1.1, 1.9, 1.2, 2.6, 3.1, 2.2, 3.8, 4.4, 3.9, 4.7] as const

type Deps = { readonly store: Store; readonly desk: Pick<Desk, 'call'>; readonly nowMs: number }

export const addPastAiVisibility = async ({ store, desk, nowMs }: Deps): Promise<void> => {
  const { rows } = await callDesk(desk, 'clusters.summary', {})
  for (const [index, { brandId, avgAiVisibility }] of rows.entries()) {
    if (avgAiVisibility === null) continue
    // Every third brand fell.
    const sign = index % 3 === 2 ? 1 : -1
    const days = Array.from({ length: DAYS }, (_, at) => {
      const less = LESS[Math.ceil((at + 1) / STEP_DAYS) % LESS.length] ?? 0
      const value = avgAiVisibility + sign * less * (0.7 + (index % 4) / 4)
      return { atMs: nowMs - (at + 1) * DAY_MS, value: Math.round(10 * Math.max(0, Math.min(100, value))) / 10 }
    })
    await savePastAiVisibility(store, { brandId, days })
  }
}
