import { DeskError, invalidInput } from '../../src-shared/desk/errors.ts'
import type { AuditSite } from '../../src-shared/desk/research.ts'
import { SiteSchema } from '../../src-shared/service/website-audit.ts'
import type { StoredAuditSite } from './queries/audit-sites.ts'

/** A domain or URL as the URL that is audited. Throws `invalid`, naming the field, for what is neither. */
export const siteUrl = (text: string): string => {
  const site = SiteSchema.safeParse(text)
  if (site.success) return site.data
  const error = invalidInput('', site.error)
  const [issue] = error.detail?.issues ?? []
  const message = issue?.message ?? 'is not valid'
  throw new DeskError('invalid', `"${text.slice(0, 200)}" ${message}. Enter one such as example.com.`, {
    issues: [{ path: 'url', message }],
  })
}

/** The URL to audit of a brand: the one asked for, else its site. Throws `invalid` where there is neither. */
export const urlToAudit = (
  brand: { readonly id: string; readonly name: string },
  asked: string | undefined,
  site: StoredAuditSite | undefined,
): string => {
  const url = asked ?? site?.url ?? null
  if (url !== null) return siteUrl(url)
  const message = 'no site'
  throw new DeskError(
    'invalid',
    `${brand.name}: ${message}, none is set and none is in its rankings. Set the brand's site or give a URL.`,
    { brandId: brand.id, issues: [{ path: 'url', message }] },
  )
}

export const toAuditSite = (
  { dueAtMs, doneAtMs: _, remindedOfMs: _of, ...site }: StoredAuditSite,
  nowMs: number,
): AuditSite => ({
  ...site,
  isDue: dueAtMs !== null && dueAtMs <= nowMs,
})
