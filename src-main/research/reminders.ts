// A reminder is a notice; it never starts an audit. Each due time is notified once, also over restarts: it is on disk.

import { AFTER_START_MS, createLoop } from '../base/background.ts'
import { toDay } from '../base/clock.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { NewNotice } from '../notices.ts'
import type { RoomParts } from '../room.ts'
import type { StoredAuditSite } from './queries/audit-sites.ts'

export type ReminderDeps = RoomParts & {
  readonly notify: (notice: NewNotice) => void
  readonly brands: Pick<BrandBook, 'find'>
}

const CHECK_EVERY_MS = 60_000
/** More than these at once are put into one notice. */
const SINGLE_MAX = 3

type Due = { readonly name: string; readonly site: StoredAuditSite }

const ofOne = ({ name, site }: Due): NewNotice => {
  const { brandId, doneAtMs, remindEveryDays, url } = site
  const since =
    doneAtMs === null
      ? 'Never audited'
      : `Last audit on ${toDay(doneAtMs)}; the reminder is every ${remindEveryDays} days`
  return {
    level: 'info',
    title: `Audit due: ${name}`,
    message: `${since}. Run the audit of ${url ?? 'its website'} from Audits.`,
    brandId,
    opens: { view: 'audits' },
  }
}

const ofMany = (due: readonly Due[]): NewNotice => {
  const names = due.slice(0, SINGLE_MAX).map(({ name }) => name)
  return {
    level: 'info',
    title: `Audits due for ${due.length} brands`,
    message: `${names.join(', ')} and ${due.length - names.length} more. Run their audits from Audits.`,
    opens: { view: 'audits' },
  }
}

export const createReminders = ({ store, clock, log, emit, notify, brands }: ReminderDeps) => {
  const remind = async (): Promise<void> => {
    const due = (await store.read('auditSites.due', { nowMs: clock.now() })).flatMap((site) => {
      const brand = brands.find(site.brandId)
      return brand === null ? [] : [{ name: brand.name, site }]
    })
    if (due.length === 0) return
    const reminded = due.map(({ site }) => ({ brandId: site.brandId, dueAtMs: site.dueAtMs ?? 0 }))
    await store.write('auditSites.reminded', { reminded })
    if (due.length > SINGLE_MAX) notify(ofMany(due))
    else for (const one of due) notify(ofOne(one))
    emit('changed', { brandIds: reminded.map(({ brandId }) => brandId), datasets: ['auditSites'] })
  }

  /** To be woken when a reminder was changed. */
  return createLoop({
    clock,
    everyMs: CHECK_EVERY_MS,
    startAfterMs: AFTER_START_MS,
    run: remind,
    onFault: (error) => log.warn({ err: error }, 'reminders of audits could not be checked'),
  })
}
