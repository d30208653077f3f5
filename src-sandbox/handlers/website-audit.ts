import { setTimeout as waitFor } from 'node:timers/promises'
import { SiteSchema } from '../../src-shared/service/website-audit.ts'
import { seedAudit } from '../seed/audits.ts'
import { dayOf } from '../seed/days.ts'
import { hashText } from '../seed/hash.ts'
import { ServiceError } from '../service-error.ts'
import type { HandlersOf } from './handler.ts'

const MOMENT_MIN_MS = 150
const MOMENT_SPREAD_MS = 350

/** Today's score of a page. Throws 400 for what is no page. */
export const auditOf = (page: string, nowMs: number) => {
  const site = SiteSchema.safeParse(page)
  if (!site.success) throw new ServiceError(400, 'url: must be a domain or a URL')
  return { url: site.data, seoAudit: seedAudit(site.data, dayOf(nowMs)) }
}

export const websiteAuditHandlers: HandlersOf<'websiteAudit'> = {
  /** An audit loads the page first, which takes a moment. */
  'websiteAudit.run': async ({ body }, { nowMs }) => {
    const audit = auditOf(body.url, nowMs)
    await waitFor(MOMENT_MIN_MS + (hashText(audit.url) % MOMENT_SPREAD_MS), undefined, { ref: false })
    return audit
  },
}
