import { setTimeout as waitFor } from 'node:timers/promises'
import { SiteSchema } from '../../src-shared/service/website-audit.ts'
import { seedAudit } from '../seed/audits.ts'
import { dayOf } from '../seed/days.ts'
import { hashText } from '../seed/hash.ts'
import { ServiceError } from '../service-error.ts'
import type { HandlersOf } from './handler.ts'

const MOMENT_MIN_MS = 150
const MOMENT_SPREAD_MS = 350

export const websiteAuditHandlers: HandlersOf<'websiteAudit'> = {
  /** An audit loads the page first, which takes a moment. */
  'websiteAudit.run': async ({ body }, { nowMs }) => {
    const site = SiteSchema.safeParse(body.url)
    if (!site.success) throw new ServiceError(400, 'url: must be a domain or a URL')
    const url = site.data
    await waitFor(MOMENT_MIN_MS + (hashText(url) % MOMENT_SPREAD_MS), undefined, { ref: false })
    return { url, seoAudit: seedAudit(url, dayOf(nowMs)) }
  },
}
