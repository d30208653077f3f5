// Audits of the demo's past, as its sandbox would have answered them on their days: sites differ, and rise and fall.
import type { z } from 'zod'
import { WebsiteAuditReplySchema } from '../../src-shared/service/website-audit.ts'
import { DAY_MS, HOUR_MS, toInstant } from '../base/clock.ts'
import { beginAudit, endAudit, saveAuditReply } from '../research/public.ts'
import type { Store } from '../store/store.ts'
import type { Demo } from './demo.ts'

const AUDITED_DAYS_AGO = [88, 71, 52, 37, 19, 2]
/** The others were never audited: there is something to do. */
const BRANDS_AUDITED = 9
/** Some brands joined later. */
const JOINED = 3

export type PastAudit = (url: string, atMs: number) => Promise<z.output<typeof WebsiteAuditReplySchema>>

/** What an audit of a site would have come to. */
export const pastAuditOf =
  ({ control }: Pick<Demo, 'control'>): PastAudit =>
  async (url, atMs) =>
    WebsiteAuditReplySchema.parse(await control('/audits', { url, at: toInstant(atMs) }))

type Deps = { readonly store: Store; readonly auditOf: PastAudit; readonly midnightMs: number }
type Site = { readonly brandId: string; readonly url: string }

/** `index`: of the brand in the order of the demo. */
export const addPastAudits = async ({ store, auditOf, midnightMs }: Deps, { brandId, url }: Site, index: number) => {
  if (index >= BRANDS_AUDITED) return
  for (const days of AUDITED_DAYS_AGO.slice(index % JOINED)) {
    const atMs = midnightMs - (days + (index % 5)) * DAY_MS + 7 * HOUR_MS
    const reply = await auditOf(url, atMs)
    const no = await beginAudit(store, { brandId, url, atMs })
    const { overallScore, totalTests, passedTests } = reply.seoAudit
    await endAudit(store, { no, outcome: { state: 'done', overallScore, totalTests, passedTests, error: null } })
    await saveAuditReply(store, { no, brandId, reply: JSON.stringify(reply) })
  }
}
