import type { Handlers } from '../../src-shared/desk/contract.ts'
import type { Pressure } from '../../src-shared/desk/outreach-care.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import { toInstant } from '../clock.ts'
import type { Store } from '../store/store.ts'

export type PressureOf = {
  /** Who wrote to these contacts, or to others at their sites, before; the newest first. Throws not-found. */
  readonly of: (brandId: string, contactIds: readonly string[]) => Promise<Pressure[]>
}

export const createPressure = (deps: {
  readonly store: Pick<Store, 'read'>
  readonly book: Pick<BrandBook, 'get'>
}): PressureOf => ({
  of: async (brandId, contactIds) => {
    deps.book.get(brandId)
    const rows = await deps.store.read('outreach.pressure', { brandId, contactIds })
    return rows.map(({ atMs, ...row }) => ({ brandId, ...row, at: atMs === null ? null : toInstant(atMs) }))
  },
})

export const createPressureHandlers = (pressure: PressureOf): Pick<Handlers, 'outreach.pressure'> => ({
  'outreach.pressure': async ({ brandId, contactIds }) => ({ pressure: await pressure.of(brandId, contactIds) }),
})
