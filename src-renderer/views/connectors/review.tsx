import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowLeft, IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import type { Plan, PlannedBrand } from '../../../src-shared/desk/connectors.ts'
import { plural } from '../../format/numbers.ts'
import { ActionLabel } from '../../parts/action-label.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { useTypedNumber } from '../../parts/fields/typed-number.tsx'
import { Meter } from '../../parts/meter.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { BrandLine, BrandLines, ReviewFoot, ReviewPage } from '../../parts/review-page.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { applyPlan, backToEditing, replan, useReview } from '../../state/connectors.ts'
import { ChangeList, type Tools } from './change-list.tsx'
import { toolLabel } from './tool-names.ts'

const changingBrands = (plan: Plan): readonly PlannedBrand[] => plan.brands.filter(({ changes }) => changes.length > 0)

/** The refused cells, grouped by reason. */
const Refused = ({ refused, tools }: { readonly refused: PlannedBrand['refused']; readonly tools: Tools }) => {
  const byReason = Map.groupBy(refused, ({ reason }) => reason)
  return [...byReason].map(([reason, cells]) => (
    <Notice key={reason} tone="plain" icon={<IconLock size={14} aria-hidden />}>
      <strong>{plural(cells.length, 'change')} refused.</strong> <bdi>{reason}</bdi>
      <Text c="dimmed">{cells.map(({ tool }) => toolLabel(tools, tool)).join(', ')}</Text>
    </Notice>
  ))
}

const OneBrand = ({ planned, tools }: { readonly planned: PlannedBrand; readonly tools: Tools }) => {
  const { brandId, changes, refused } = planned
  return (
    <BrandLine brandId={brandId}>
      <Group>
        <span className="soft">{changes.length === 0 ? 'nothing to change' : plural(changes.length, 'change')}</span>
        {planned.isOrganisationWide && changes.length > 0 ? (
          <StateWord word="changes every brand of the organisation" tone="warn" />
        ) : null}
      </Group>
      {changes.length === 0 ? null : <ChangeList changes={changes} tools={tools} />}
      <Refused refused={refused} tools={tools} />
    </BrandLine>
  )
}

const Wide = ({ plan }: { readonly plan: Plan }) => {
  const wide = changingBrands(plan).filter(({ isOrganisationWide }) => isOrganisationWide)
  if (wide.length === 0) return null
  return (
    <Notice tone="warn" role="note">
      <strong>This changes every brand of the organisation.</strong> Organisation sync is on for{' '}
      {plural(wide.length, 'brand')} of this plan: their permissions are one shared list. Brands of the organisation
      that are not on this desk also change.
    </Notice>
  )
}

const Progress = () => {
  const progress = useReview((state) => state.progress)
  if (progress === null) return null
  return (
    <Stack gap={6} role="status">
      Applying: {progress.done} of {plural(progress.total, 'brand')}
      <Meter label="Applied" value={progress.done} max={progress.total} />
    </Stack>
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
        <Box px="md" py={6}>
          <Button variant="subtle" onClick={() => setWhole(true)}>
            Show the other {plural(plan.brands.length - shown.length, 'brand')}
          </Button>
        </Box>
      ) : null}
    </>
  )
}

/** Shows everything that would be sent, brand by brand, before the person confirms. */
export const Review = ({ plan, tools }: { readonly plan: Plan; readonly tools: Tools }) => {
  const { planTitle, isBusy, error } = useReview((review) => review)
  const brandIds = changingBrands(plan).map(({ brandId }) => brandId)
  const { isTyped, field } = useTypedNumber(brandIds.length)
  const isReady = brandIds.length > 0 && isTyped
  const retry = () => void replan(brandIds, planTitle ?? 'Planned again')
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
        aside={<span className="soft">{plan.refused === 0 ? 'no conflicts' : `${plan.refused} refused`}</span>}
      >
        <Planned plan={plan} tools={tools} />
      </Panel>
      <ErrorNotice error={error} title="The plan was not applied" onRetry={retry} />
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
