import { Button, Checkbox, Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatWhole, plural } from '../../format/numbers.ts'
import { BrandMark } from '../../parts/brand-badge.tsx'
import { Name } from '../../parts/name.tsx'
import { useBrand } from '../../state/brands.ts'
import { closePaid, confirmPaid, isOrderable, type PaidPart, usePaid } from '../../state/outreach.ts'
import { PaidPartRow } from './paid-part.tsx'
import { buttonPrice, type PaidKind } from './price-labels.ts'
import css from './prospects.module.css'
import { distinctTerms, termProblem } from './terms.ts'
import { type Terms, TermsField } from './terms-field.tsx'

const ACTION_LABELS: Record<PaidKind, string> = { discover: 'Discover prospects', findPeople: 'Find people' }
const ABOUT: Record<PaidKind, string> = {
  discover: 'The service searches in the background for sites that suit a link to the brand.',
  findPeople: 'The service searches these sites for people in the background. E-mail lookup not included.',
}
/** More brands than this: the number has to be typed. */
const MANY_BRANDS = 10

const quotesOf = (parts: readonly PaidPart[]) =>
  parts.filter(isOrderable).flatMap(({ quote }) => (quote === null ? [] : [quote]))

const ConfirmLabel = ({ act, parts }: { readonly act: PaidKind; readonly parts: readonly PaidPart[] }) => {
  const brand = useBrand(parts[0]?.brandId ?? '')
  const price = buttonPrice(act, quotesOf(parts))
  if (parts.length !== 1 || brand === undefined)
    return (
      <>
        {ACTION_LABELS[act]} for {plural(parts.length, 'brand')} · {price}
      </>
    )
  return (
    <span className={css.act}>
      <span>{ACTION_LABELS[act]} for</span>
      <BrandMark name={brand.name} colour={brand.colour} size="sm" />
      <span>
        <Name>{brand.name}</Name> · {price}
      </span>
    </span>
  )
}

/** The budget would be passed: said by brand, and asked for by itself. */
const PastBudget = ({
  parts,
  isAccepted,
  onAccept,
}: {
  readonly parts: readonly PaidPart[]
  readonly isAccepted: boolean
  readonly onAccept: (isAccepted: boolean) => void
}) => {
  const passing = quotesOf(parts).filter(({ passesBudget }) => passesBudget)
  const [first] = passing
  const brand = useBrand(first?.brandId ?? '')
  if (first === undefined) return null
  const whose = passing.length === 1 ? (brand?.name ?? 'this brand') : plural(passing.length, 'brand')
  const budget = passing.length === 1 ? ` of ${formatWhole(first.monthlyBudget)} credits` : ''
  return (
    <div className={css.over}>
      <Checkbox
        checked={isAccepted}
        onChange={(event) => onAccept(event.currentTarget.checked)}
        label={`This exceeds the budget${budget} for ${whose} this month. Continue anyway.`}
      />
    </div>
  )
}

const Body = ({ act, parts }: { readonly act: PaidKind; readonly parts: readonly PaidPart[] }) => {
  const isBusy = usePaid((state) => state.isBusy)
  const [terms, setTerms] = useState<Terms>({ isOwn: false, list: [] })
  const [isPastBudget, setPastBudget] = useState(false)
  const [typed, setTyped] = useState('')
  const open = parts.filter(isOrderable)
  const isPriced = parts.every(({ quote, error }) => quote !== null || error !== null)
  const isDone = isPriced && open.length === 0
  const passes = quotesOf(parts).some(({ passesBudget }) => passesBudget)
  const isMany = open.length > MANY_BRANDS
  const isReady =
    isPriced &&
    open.length > 0 &&
    (!passes || isPastBudget) &&
    (!isMany || typed.trim() === String(open.length)) &&
    !(terms.isOwn && termProblem(terms.list) !== null)
  const own = terms.isOwn ? distinctTerms(terms.list) : []
  return (
    <form
      className={css.dialog}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady && !isBusy) void confirmPaid({ terms: own, isPastBudget: isPastBudget && passes })
      }}
    >
      <p className={css.plain}>{ABOUT[act]}</p>
      <ul className={css.parts}>
        {parts.map((part) => (
          <PaidPartRow key={part.brandId} part={part} />
        ))}
      </ul>
      {act === 'findPeople' && open.length > 0 ? (
        <TermsField brandId={open[0]?.brandId ?? ''} terms={terms} onChange={setTerms} />
      ) : null}
      <PastBudget parts={parts} isAccepted={isPastBudget} onAccept={setPastBudget} />
      <div className={css.buttons}>
        {isMany ? (
          <TextInput
            label={`Type ${open.length}, the number of brands, to continue`}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        ) : null}
        <Button variant="default" onClick={closePaid}>
          {isDone ? 'Close' : 'Cancel'}
        </Button>
        {isDone ? null : (
          <Button type="submit" data-autofocus loading={isBusy} disabled={!isReady}>
            <ConfirmLabel act={act} parts={open} />
          </Button>
        )}
      </div>
    </form>
  )
}

/** Work that costs credits: the price first, brand by brand, then what became of it. */
export const PaidDialog = () => {
  const { act, parts } = usePaid()
  return (
    <Modal opened={act !== null} onClose={closePaid} title={act === null ? '' : ACTION_LABELS[act]} size={580}>
      {act === null ? null : <Body act={act} parts={parts} />}
    </Modal>
  )
}
