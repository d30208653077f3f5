import { Button } from '@mantine/core'
import { IconAlertTriangle, IconArrowLeft, IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import type { Plan, PlannedBrand } from '../../../src-shared/desk/connectors.ts'
import { plural } from '../../format/numbers.ts'
import { ActionLabel } from '../../parts/action-label.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Meter } from '../../parts/meter.tsx'
import { Panel } from '../../parts/panel.tsx'
import { BrandLine, BrandLines, ReviewFoot, ReviewPage } from '../../parts/review-page.tsx'
import { useTypedNumber } from '../../parts/typed-number.tsx'
import { applyPlan, backToEditing, planAgain, useDraft } from '../../state/connectors.ts'
import { ChangeList, type Tools } from './change-list.tsx'
import css from './connectors.module.css'
import { changingBrands, organisationWide } from './plan-words.ts'
import { toolLabel } from './tool-names.ts'

/** Refused for one reason, it is said once. */
const Refused = ({ refused, tools }: { readonly refused: PlannedBrand['refused']; readonly tools: Tools }) => {
  const byReason = Map.groupBy(refused, ({ reason }) => reason)
  return [...byReason].map(([reason, cells]) => (
    <div key={reason} className={css.refused}>
      <IconLock size={14} aria-hidden />
      <div>
        <strong>{plural(cells.length, 'change')} refused.</strong> <bdi>{reason}</bdi>
        <div className={css.soft}>{cells.map(({ tool }) => toolLabel(tools, tool)).join(', ')}</div>
      </div>
    </div>
  ))
}

const OneBrand = ({ planned, tools }: { readonly planned: PlannedBrand; readonly tools: Tools }) => {
  const { brandId, changes, refused } = planned
  return (
    <BrandLine brandId={brandId}>
      <span className={css.inline}>
        <span className={css.soft}>
          {changes.length === 0 ? 'nothing to change' : plural(changes.length, 'change')}
        </span>
        {planned.isOrganisationWide && changes.length > 0 ? (
          <span className={css.wide}>changes every brand of the organisation</span>
        ) : null}
      </span>
      {changes.length === 0 ? null : <ChangeList changes={changes} tools={tools} />}
      <Refused refused={refused} tools={tools} />
    </BrandLine>
  )
}

const Wide = ({ plan }: { readonly plan: Plan }) => {
  const wide = organisationWide(plan)
  if (wide.length === 0) return null
  return (
    <div className={css.warning} role="note">
      <IconAlertTriangle size={16} aria-hidden />
      <div>
        <strong>This changes every brand of the organisation.</strong> Organisation sync is on for{' '}
        {plural(wide.length, 'brand')} of this plan: their permissions are one shared list. Brands of the organisation
        that are not on this desk also change.
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
      <Meter label="Applied" value={progress.done} max={progress.total} />
    </div>
  )
}

const PLAN_SHOWN = 60

const Planned = ({ plan, tools }: { readonly plan: Plan; readonly tools: Tools }) => {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? plan.brands : plan.brands.slice(0, PLAN_SHOWN)
  return (
    <>
      <BrandLines label="What would change">
        {shown.map((planned) => (
          <OneBrand key={planned.brandId} planned={planned} tools={tools} />
        ))}
      </BrandLines>
      {shown.length < plan.brands.length ? (
        <div className={css.more}>
          <Button variant="subtle" onClick={() => setWhole(true)}>
            Show the other {plural(plan.brands.length - shown.length, 'brand')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** Everything that would be sent, brand by brand, before it is. */
export const Review = ({ plan, tools }: { readonly plan: Plan; readonly tools: Tools }) => {
  const { planTitle, isBusy, error } = useDraft()
  const brandIds = changingBrands(plan).map(({ brandId }) => brandId)
  const { isTyped, field } = useTypedNumber(brandIds.length)
  const isReady = brandIds.length > 0 && isTyped
  const again = () => void planAgain(brandIds, planTitle ?? 'Planned again')
  return (
    <ReviewPage
      onSubmit={() => {
        if (isReady && !isBusy) void applyPlan()
      }}
    >
      <Wide plan={plan} />
      <Panel
        isFlush
        title={
          planTitle ??
          (brandIds.length === 0
            ? 'No changes are possible'
            : `${plural(plan.changes, 'change')} for ${plural(brandIds.length, 'brand')}`)
        }
        aside={<span className={css.soft}>{plan.refused === 0 ? 'no conflicts' : `${plan.refused} refused`}</span>}
      >
        <Planned plan={plan} tools={tools} />
      </Panel>
      {error === null ? null : <ErrorNotice error={error} title="The plan was not applied" onRetry={again} />}
      <Progress />
      <ReviewFoot note="The desk reads each brand again first. It skips a brand if someone else changed a planned cell meanwhile.">
        {field}
        <Button variant="default" leftSection={<IconArrowLeft size={14} />} disabled={isBusy} onClick={backToEditing}>
          Edit
        </Button>
        {brandIds.length === 0 ? null : (
          <Button type="submit" loading={isBusy} disabled={!isReady}>
            <ActionLabel what={`Apply ${plural(plan.changes, 'change')} for`} brandIds={brandIds} />
          </Button>
        )}
      </ReviewFoot>
    </ReviewPage>
  )
}
