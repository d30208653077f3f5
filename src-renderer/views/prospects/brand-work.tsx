import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { BrandBadge } from '../../components/brand-badge.tsx'
import type { Scope } from '../../store/location.ts'
import { brandWork } from './brand-work-words.ts'
import css from './prospects.module.css'

/** Beyond these a number says enough. */
const NAMED_MAX = 5

type BrandWorkProps = { readonly scope: Scope; readonly statuses: CallOutput<'prospects.page'>['statuses'] }

/** What the service is doing for a brand. Over all brands only work that goes on is named. */
export const BrandWork = ({ scope, statuses }: BrandWorkProps) => {
  const works = brandWork(statuses).filter((work) => scope !== 'all' || work.isRunning)
  if (works.length === 0) return null
  return (
    <div className={css.running} role="status">
      {works.slice(0, NAMED_MAX).map((work) => (
        <span key={`${work.brandId} ${work.what}`} className={css.work}>
          {work.isRunning ? <span className={css.dot} aria-hidden /> : null}
          {scope === 'all' ? <BrandBadge brandId={work.brandId} /> : null}
          <span>
            {work.what}: {work.status}
          </span>
        </span>
      ))}
      {works.length > NAMED_MAX ? <span>and {works.length - NAMED_MAX} more</span> : null}
    </div>
  )
}
