import type { Article } from '../../src-shared/desk/publishing.ts'
import { impactParam } from '../format/impact-address.ts'
import { NO_VALUE } from '../format/numbers.ts'
import { go } from '../state/location.ts'
import { Verdict } from './verdict.tsx'

type Props = {
  readonly article: Pick<Article, 'brandId' | 'articleSlug' | 'impact'>
  /** Tab stops here; in a row of a table the arrows lead to the row alone. */
  readonly isStop?: boolean
}

/** The verdict on the last publish of an article, which opens it in Impact. */
export const ImpactLink = ({ article: { brandId, articleSlug, impact }, isStop = false }: Props) => {
  if (impact === null) return <span className="soft">{NO_VALUE}</span>
  return (
    <button
      type="button"
      tabIndex={isStop ? 0 : -1}
      title="View impact"
      onClick={(event) => {
        event.stopPropagation()
        go({ view: 'impact', params: { open: impactParam({ brandId, articleSlug, day: impact.day }) } })
      }}
    >
      <Verdict verdict={impact.verdict} />
    </button>
  )
}
