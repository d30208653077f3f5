import { setTimeout as waitFor } from 'node:timers/promises'
import { SiteSchema } from '../../src-shared/service/website-audit.ts'
import { seedAuditTests } from '../seed/audit-tests.ts'
import { dayOf } from '../seed/days.ts'
import { bell, hash, hashText } from '../seed/hash.ts'
import { ServiceError } from '../service-error.ts'
import type { HandlersOf } from './handler.ts'

const MOMENT_MIN_MS = 150
const MOMENT_SPREAD_MS = 350

const TESTS_MIN = 42
const TESTS_SPREAD = 9
/** Days over which the tests of a site move up or down together. */
const DRIFT_DAYS = 9

/** The health of a page on a day (whole days since 1970): the same all day, moving a little from one to the next. */
const seedAudit = (url: string, day: number) => {
  const seed = hashText(url)
  const totalTests = TESTS_MIN + (hash(seed, 1) % TESTS_SPREAD)
  const usual = 0.55 + 0.38 * ((hash(seed, 2) % 1000) / 1000)
  const moved = 0.05 * bell(seed, 3, Math.floor(day / DRIFT_DAYS)) + 0.025 * bell(seed, 4, day)
  const passedTests = Math.max(0, Math.min(totalTests, Math.round(totalTests * (usual + moved))))
  const tests = seedAuditTests(totalTests, totalTests - passedTests, (at) => hash(seed, 5, at))
  return { overallScore: Math.round((1000 * passedTests) / totalTests) / 10, totalTests, passedTests, tests }
}

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
