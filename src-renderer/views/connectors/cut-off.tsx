import { Button } from '@mantine/core'
import { useMemo } from 'react'
import type { MatrixTool, UnfinishedApply } from '../../../src-shared/desk/connectors.ts'
import { useDesk } from '../../data/use-desk.ts'
import { plural } from '../../format/numbers.ts'
import { formatClock } from '../../format/time.ts'
import { Meter } from '../../parts/meter.tsx'
import { BrandLine, BrandLines, OutcomeCounts, Why } from '../../parts/review-page.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { useNow } from '../../parts/use-now.ts'
import { letRestBe, reviewRest, useDraft } from '../../state/connectors.ts'
import { STATE_WORDS, UNFINISHED_ORDER } from './apply-words.ts'
import { ChangeList, type Tools } from './change-list.tsx'
import css from './connectors.module.css'
import { toolsByName } from './tool-names.ts'

const Brands = ({ apply, tools }: { readonly apply: UnfinishedApply; readonly tools: Tools }) => {
  const order = (state: UnfinishedApply['brands'][number]['state']) => UNFINISHED_ORDER.indexOf(state)
  return (
    <BrandLines label="How far it came">
      {apply.brands
        .toSorted((a, b) => order(a.state) - order(b.state))
        .map(({ brandId, state, changes, error }) => (
          <BrandLine key={brandId} brandId={brandId}>
            <span>
              <StateWord {...STATE_WORDS[state]} />
            </span>
            {error === null ? null : <Why error={error} hasNextStep={false} />}
            <ChangeList changes={changes} tools={tools} />
          </BrandLine>
        ))}
    </BrandLines>
  )
}

const onTheWay = (brands: number): string =>
  brands === 1
    ? 'For one brand the change was on its way: the brand is read anew as soon as its key and the service can be had.'
    : `For ${brands} brands the changes were on their way: they are read anew as soon as their keys and the service can be had.`

const CutOff = ({ apply, tools }: { readonly apply: UnfinishedApply; readonly tools: Tools }) => {
  const nowMs = useNow()
  const isBusy = useDraft((state) => state.isBusy)
  const { done, total, brands } = apply
  const states = brands.map(({ state }) => state)
  const unknown = states.filter((state) => state === 'unknown').length
  const isDone = done === total
  return (
    <section className={css.cutOff} aria-label="An apply that was cut off">
      <div className={css.cutOffHead}>
        <div>
          <strong>
            The apply of {formatClock(apply.begunAt, nowMs)} was cut off: {done} of {plural(total, 'brand')} done.
          </strong>{' '}
          {isDone
            ? 'All of them have what was planned.'
            : 'It ended in the middle. Nothing is sent again before you have reviewed it.'}
          {unknown === 0 ? '' : ` ${onTheWay(unknown)}`}
        </div>
        <OutcomeCounts order={UNFINISHED_ORDER} words={STATE_WORDS} states={states} />
      </div>
      <details className={css.details}>
        <summary>Brand by brand</summary>
        <div className={css.cutOffList}>
          <Brands apply={apply} tools={tools} />
        </div>
      </details>
      <div className={css.buttons}>
        {isDone ? null : (
          <Button loading={isBusy} onClick={() => void reviewRest(apply)}>
            Plan the other {plural(total - done, 'brand')} again
          </Button>
        )}
        <Button variant="default" disabled={isBusy} onClick={() => void letRestBe(apply.applyId)}>
          {isDone ? 'Close' : 'Let it be'}
        </Button>
      </div>
    </section>
  )
}

const Running = ({ apply }: { readonly apply: UnfinishedApply }) => (
  <section className={css.cutOff} data-running aria-label="An apply that is going on">
    <div role="status">
      Permissions are being applied: {apply.done} of {plural(apply.total, 'brand')}
    </div>
    <Meter label="Applied" value={apply.done} max={apply.total} />
  </section>
)

type Props = {
  readonly tools: readonly MatrixTool[]
  /** Only those that this brand is part of. */
  readonly brandId?: string
}

/** Applies that are going on without this page, and those that the desk's end cut off. */
export const Unfinished = ({ tools, brandId }: Props) => {
  const applies = useDesk('connectors.unfinished', {}).value?.applies ?? []
  const byName = useMemo(() => toolsByName(tools), [tools])
  return applies
    .filter(({ total }) => total > 0)
    .filter(({ brands }) => brandId === undefined || brands.some((brand) => brand.brandId === brandId))
    .map((apply) =>
      apply.state === 'running' ? (
        <Running key={apply.applyId} apply={apply} />
      ) : (
        <CutOff key={apply.applyId} apply={apply} tools={byName} />
      ),
    )
}
