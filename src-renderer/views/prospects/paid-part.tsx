import { BrandBadge } from '../../parts/brand-badge.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { type PaidPart, usePaid } from '../../state/outreach.ts'
import { PaidResult } from './paid-result.tsx'
import { type PaidKind, priceLabel, refundLabel, skippedLabel, spentLabel } from './price-labels.ts'
import css from './prospects.module.css'

const LeftOut = ({ part }: { readonly part: PaidPart }) => {
  const skipped = part.quote?.skipped ?? []
  if (skipped.length === 0) return null
  const { title, reasons } = skippedLabel(skipped)
  const nameOf = new Map(part.sites.map(({ id, name }) => [id, name]))
  return (
    <details className={css.left}>
      <summary>
        {title}: {reasons.join(' ')}
      </summary>
      <ul>
        {skipped.map(({ id, reason }) => (
          <li key={id}>
            <bdi>{nameOf.get(id) ?? id}</bdi>: {reason}
          </li>
        ))}
      </ul>
    </details>
  )
}

const Price = ({ part, act }: { readonly part: PaidPart; readonly act: PaidKind }) => {
  const { quote } = part
  if (quote === null) return part.error === null ? <span className={css.spent}>Loading the price …</span> : null
  return (
    <>
      {quote.isNeeded ? <div className={css.price}>{priceLabel(act, quote)}</div> : null}
      <div>{act === 'findPeople' && quote.isNeeded ? refundLabel(quote) : quote.explanation}</div>
      <LeftOut part={part} />
    </>
  )
}

/** One brand's share of a paid act: its price, what is left out, and what became of it once it is ordered. */
export const PaidPartRow = ({ part }: { readonly part: PaidPart }) => {
  const act = usePaid((state) => state.act) ?? 'discover'
  const [intentId] = part.intentIds
  return (
    <li className={css.part}>
      <div className={css.partHead}>
        <BrandBadge brandId={part.brandId} size="md" />
        {part.quote === null || intentId !== undefined ? null : (
          <span className={css.spent}>{spentLabel(part.quote)}</span>
        )}
      </div>
      {intentId === undefined ? <Price part={part} act={act} /> : <PaidResult intentId={intentId} act={act} />}
      {part.error === null ? null : (
        <ErrorNotice
          error={part.error}
          title={part.quote === null ? 'The price could not be loaded' : 'Nothing was started'}
        />
      )}
    </li>
  )
}
