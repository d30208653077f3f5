import { Checkbox, Modal, Paper, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { formatWhole, plural } from '../../format/numbers.ts'
import { ActionLabel } from '../../parts/action-label.tsx'
import { DialogForm } from '../../parts/fields/dialog-form.tsx'
import { useTypedNumber } from '../../parts/fields/typed-number.tsx'
import { KeyWaits } from '../../parts/key-waits.tsx'
import { useBrand } from '../../state/brands.ts'
import { useScope } from '../../state/location.ts'
import { closePaid, confirmPaid, isOrderable, type PaidPart, usePaid } from '../../state/outreach.ts'
import { PaidPartRow } from './paid-part.tsx'
import { buttonPrice, type PaidKind } from './price-labels.ts'
import { distinctTerms, termProblem } from './terms.ts'
import { type Terms, TermsField } from './terms-field.tsx'

const ACTION_LABELS: Record<PaidKind, string> = { discover: 'Discover prospects', findPeople: 'Find people' }
const ABOUT: Record<PaidKind, string> = {
  discover: 'The service searches in the background for sites that suit a link to the brand.',
  findPeople: 'The service searches these sites for people in the background. E-mail lookup not included.',
}

const quotesOf = (parts: readonly PaidPart[]) =>
  parts.filter(isOrderable).flatMap(({ quote }) => (quote === null ? [] : [quote]))

type BudgetProps = {
  readonly parts: readonly PaidPart[]
  readonly isAccepted: boolean
  readonly onAccept: (isAccepted: boolean) => void
}

/** Asks before a monthly budget is exceeded. */
const PastBudget = ({ parts, isAccepted, onAccept }: BudgetProps) => {
  const passing = quotesOf(parts).filter(({ passesBudget }) => passesBudget)
  const [first] = passing
  const brand = useBrand(first?.brandId ?? '')
  if (first === undefined) return null
  const whose = passing.length === 1 ? (brand?.name ?? 'this brand') : plural(passing.length, 'brand')
  const budget = passing.length === 1 ? ` of ${formatWhole(first.monthlyBudget)} credits` : ''
  return (
    <Paper px="sm" py="xs" bg="var(--warn-ground)">
      <Checkbox
        checked={isAccepted}
        onChange={(event) => onAccept(event.currentTarget.checked)}
        label={`This exceeds the budget${budget} for ${whose} this month. Continue anyway.`}
      />
    </Paper>
  )
}

type BodyProps = { readonly action: PaidKind; readonly parts: readonly PaidPart[]; readonly onOrdered: () => void }

const Body = ({ action, parts, onOrdered }: BodyProps) => {
  const isBusy = usePaid((state) => state.isBusy)
  const [terms, setTerms] = useState<Terms>({ isOwn: false, list: [] })
  const [isPastBudget, setPastBudget] = useState(false)
  const open = parts.filter(isOrderable)
  const typed = useTypedNumber(open.length)
  const isPriced = parts.every(({ quote, error, isRepricing }) => !isRepricing && (quote !== null || error !== null))
  const isDone = isPriced && open.length === 0
  const passes = quotesOf(parts).some(({ passesBudget }) => passesBudget)
  const isReady =
    isPriced &&
    open.length > 0 &&
    (!passes || isPastBudget) &&
    typed.isTyped &&
    !(terms.isOwn && termProblem(terms.list) !== null)
  const price = buttonPrice(action, quotesOf(open))
  const own = terms.isOwn ? distinctTerms(terms.list) : []
  const order = async () => {
    if (await confirmPaid({ terms: own, isPastBudget: isPastBudget && passes })) onOrdered()
  }
  const submit = (
    <ActionLabel
      what={`${ACTION_LABELS[action]} for`}
      brandIds={open.map(({ brandId }) => brandId)}
      after={price === '' ? '' : ` · ${price}`}
    />
  )
  return (
    <DialogForm
      canSubmit={isReady}
      isBusy={isBusy}
      isSubmitFocused
      submit={isDone ? undefined : submit}
      cancel={isDone ? 'Close' : 'Cancel'}
      aside={typed.field}
      onSubmit={() => void order()}
      onCancel={closePaid}
    >
      <Text c="dimmed">{ABOUT[action]}</Text>
      <ul className="box lines" style={{ maxHeight: 340 }}>
        {parts.map((part) => (
          <PaidPartRow key={part.brandId} part={part} />
        ))}
      </ul>
      {action === 'findPeople' && open.length > 0 ? (
        <TermsField brandId={open[0]?.brandId ?? ''} terms={terms} onChange={setTerms} />
      ) : null}
      <KeyWaits brandIds={open.map(({ brandId }) => brandId)} />
      <PastBudget parts={parts} isAccepted={isPastBudget} onAccept={setPastBudget} />
    </DialogForm>
  )
}

/** A paid action: the price first, by brand, then the results. */
export const PaidDialog = ({ onOrdered }: { readonly onOrdered: () => void }) => {
  const { action, parts } = usePaid()
  const scope = useScope()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was priced for one brand does not open under another
  useEffect(() => closePaid, [scope])
  return (
    <Modal opened={action !== null} onClose={closePaid} title={action === null ? '' : ACTION_LABELS[action]} size={580}>
      {action === null ? null : <Body action={action} parts={parts} onOrdered={onOrdered} />}
    </Modal>
  )
}
