import type { RankRow } from '../../../src-shared/desk/rankings.ts'
import { Delta } from '../../charts/delta.tsx'
import { formatShare, formatWhole } from '../../format/numbers.ts'
import { SafeLink } from '../../table/safe-link.tsx'
import css from '../../table/table-page.module.css'
import { positionText } from './rank-columns.tsx'

/** The pages of a keyword, with their own measures. */
export const RankedPages = ({ pages }: { readonly pages: RankRow['rankedPages'] }) =>
  pages.length === 0 ? (
    <p className={css.soft}>No ranked pages. The desk keeps pages for the last 28 days only.</p>
  ) : (
    <div className={css.pageList}>
      {pages.map((page) => (
        <div key={page.page} className={css.pageItem}>
          <SafeLink text={page.page} />
          <div className={css.pageFacts}>
            <span>
              Position <b>{positionText(page.position)}</b> <Delta change={page.positionChange} of="position" />
            </span>
            <span>
              <b>{formatWhole(page.clicks)}</b> clicks
            </span>
            <span>
              <b>{formatWhole(page.impressions)}</b> impressions
            </span>
            <span>
              CTR <b>{formatShare(page.ctr)}</b>
            </span>
          </div>
        </div>
      ))}
    </div>
  )
