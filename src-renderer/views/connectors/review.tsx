import { Button, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconArrowLeft, IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import type { Plan, PlannedBrand } from '../../../src-shared/desk/connectors.ts'
import { BrandBadge, BrandMark } from '../../components/brand-badge.tsx'
import { ErrorNotice } from '../../components/error-notice.tsx'
import { Name } from '../../components/name.tsx'
import { Panel } from '../../components/panel.tsx'
import { plural } from '../../format/numbers.ts'
import { useBrand } from '../../store/brands.ts'
import { applyPlan, backToEditing, planAgain, useDraft } from '../../store/connectors.ts'
import { ChangeList, type Tools } from './change-list.tsx'
import css from './connectors.module.css'
import { changingBrands, numberToType, organisationWide } from './plan-words.ts'
import { toolLabel } from './tool-names.ts'

const ApplyWords = ({ plan }: { readonly plan: Plan }) => {
  const brands = changingBrands(plan)
  const [first] = brands
  const brand = useBrand(first?.brandId ?? '')
  const what = `Apply ${plural(plan.changes, 'change')}`
  if (brands.length !== 1 || brand === undefined) return <>{`${what} to ${plural(brands.length, 'brand')}`}</>
  return (
    <span className={css.inline}>
      {what} for <BrandMark name={brand.name} colour={brand.colour} size="sm" /> <Name>{brand.name}</Name>
    </span>
  )
}

/** Refused for one reason, it is said once. */
const Refused = ({ refused, tools }: { readonly refused: PlannedBrand['refused']; readonly tools: Tools }) => {
  const byReason = new Map<string, string[]>()
  for (const { tool, reason } of refused) byReason.set(reason, [...(byReason.get(reason) ?? []), tool])
  return [...byReason].map(([reason, names]) => (
    <div key={reason} className={css.refused}>
      <IconLock size={14} aria-hidden />
      <div>
        <strong>{plural(names.length, 'change')} refused.</strong> <bdi>{reason}</bdi>
        <div className={css.soft}>{names.map((name) => toolLabel(tools, name)).join(', ')}</div>
      </div>
    </div>
  ))
}

const OneBrand = ({ planned, tools }: { readonly planned: PlannedBrand; readonly tools: Tools }) => (
  <li className={css.planned}>
    <div className={css.plannedHead}>
      <BrandBadge brandId={planned.brandId} size="md" />
      <span className={css.soft}>
        {planned.changes.length === 0 ? 'nothing to change' : plural(planned.changes.length, 'change')}
      </span>
      {planned.isOrganisationWide && planned.changes.length > 0 ? (
        <span className={css.wide}>changes every brand of the organisation</span>
      ) : null}
    </div>
    <ChangeList changes={planned.changes} tools={tools} />
    <Refused refused={planned.refused} tools={tools} />
  </li>
)

const Wide = ({ plan }: { readonly plan: Plan }) => {
  const wide = organisationWide(plan)
  if (wide.length === 0) return null
  return (
    <div className={css.warning} role="note">
      <IconAlertTriangle size={16} aria-hidden />
      <div>
        <strong>This changes every brand of the organisation.</strong> Organisation sync is on for{' '}
        {plural(wide.length, 'brand')} of this plan: their permissions are one shared list. Brands of the organisation
        that are not on this desk change as well.
      </div>
    </div>
  )
}

const Progress = () => {
  const progress = useDraft((state) => state.progress)
  if (progress === null) return null
  return (
    <div className={css.progress} role="status">
      <span>
        Applying: {progress.done} of {plural(progress.total, 'brand')}
      </span>
      <progress className={css.meter} value={progress.done} max={Math.max(1, progress.total)} aria-label="Applied" />
    </div>
  )
}

const PLAN_SHOWN = 60

/** Everything that would be sent, brand by brand, before it is. */
export const Review = ({ plan, tools }: { readonly plan: Plan; readonly tools: Tools }) => {
  const { planTitle, isBusy, error } = useDraft()
  const [typed, setTyped] = useState('')
  const [isWhole, setWhole] = useState(false)
  const changing = changingBrands(plan)
  const word = numberToType(changing.length)
  const isReady = changing.length > 0 && (word === null || typed.trim() === word)
  const shown = isWhole ? plan.brands : plan.brands.slice(0, PLAN_SHOWN)
  return (
    <form
      className={css.review}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady && !isBusy) void applyPlan()
      }}
    >
      <Wide plan={plan} />
      <Panel
        isFlush
        title={planTitle ?? `${plural(plan.changes, 'change')} for ${plural(changing.length, 'brand')}`}
        aside={<span className={css.soft}>{plan.refused === 0 ? 'none refused' : `${plan.refused} refused`}</span>}
      >
        <ul className={css.plan} aria-label="What would change">
          {shown.map((planned) => (
            <OneBrand key={planned.brandId} planned={planned} tools={tools} />
          ))}
        </ul>
        {shown.length < plan.brands.length ? (
          <div className={css.more}>
            <Button variant="subtle" onClick={() => setWhole(true)}>
              Show the other {plural(plan.brands.length - shown.length, 'brand')}
            </Button>
          </div>
        ) : null}
      </Panel>
      {error === null ? null : (
        <ErrorNotice
          error={error}
          title="The plan was not applied"
          onRetry={() =>
            void planAgain(
              changing.map(({ brandId }) => brandId),
              planTitle ?? 'Planned again',
            )
          }
        />
      )}
      <Progress />
      <div className={css.foot}>
        {word === null ? null : (
          <TextInput
            className={css.typed}
            label={`Type ${word}, the number of brands, to go on`}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <Button variant="default" leftSection={<IconArrowLeft size={14} />} disabled={isBusy} onClick={backToEditing}>
          Change it
        </Button>
        <Button type="submit" loading={isBusy} disabled={!isReady}>
          <ApplyWords plan={plan} />
        </Button>
        <p className={css.soft}>
          Each brand is read anew first. Where somebody else has changed a planned cell meanwhile, that brand is left as
          it is.
        </p>
      </div>
    </form>
  )
}
