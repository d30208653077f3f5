import { Box, Button, Group, Paper, Stack } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import type { MatrixTool, UnfinishedApply } from '../../../src-shared/desk/connectors.ts'
import { useDesk } from '../../data/use-desk.ts'
import { plural } from '../../format/numbers.ts'
import { formatClock } from '../../format/time.ts'
import { Meter } from '../../parts/meter.tsx'
import { BrandLine, BrandLines, OutcomeCounts, Why } from '../../parts/review-page.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { useNow } from '../../parts/use-now.ts'
import { dismissRest, reviewRest, useReview } from '../../state/connectors.ts'
import { STATE_LABELS, UNFINISHED_ORDER } from './apply-labels.ts'
import { ChangeList, type Tools } from './change-list.tsx'
import { toolsByName } from './tool-names.ts'

type ApplyBoxProps = { readonly label: string; readonly colour: string; readonly children: ReactNode }

const ApplyBox = ({ label, colour, children }: ApplyBoxProps) => (
  <Paper withBorder p="sm" style={{ borderLeft: `4px solid ${colour}` }}>
    <Stack component="section" gap={10} aria-label={label}>
      {children}
    </Stack>
  </Paper>
)

const Brands = ({ apply, tools }: { readonly apply: UnfinishedApply; readonly tools: Tools }) => {
  const order = (state: UnfinishedApply['brands'][number]['state']) => UNFINISHED_ORDER.indexOf(state)
  return (
    <BrandLines label="Progress">
      {apply.brands
        .toSorted((a, b) => order(a.state) - order(b.state))
        .map(({ brandId, state, changes, error }) => (
          <BrandLine key={brandId} brandId={brandId}>
            <span>
              <StateWord {...STATE_LABELS[state]} />
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
    ? 'The change of one brand was being sent. The desk reads the brand again when its key and the service are available.'
    : `The changes of ${brands} brands were being sent. The desk reads them again when their keys and the service are available.`

const Interrupted = ({ apply, tools }: { readonly apply: UnfinishedApply; readonly tools: Tools }) => {
  const nowMs = useNow()
  const isBusy = useReview((state) => state.isBusy)
  const { done, total, brands } = apply
  const states = brands.map(({ state }) => state)
  const unknown = states.filter((state) => state === 'unknown').length
  const isDone = done === total
  return (
    <ApplyBox label="Interrupted apply" colour="var(--warn)">
      <Group justify="space-between" align="flex-start">
        <Box flex="1 1 420px">
          <strong>
            The apply of {formatClock(apply.begunAt, nowMs)} was interrupted: {done} of {plural(total, 'brand')} done.
          </strong>{' '}
          {isDone
            ? 'All brands have the planned permissions.'
            : 'It ended early. Nothing is sent again until you review it.'}
          {unknown === 0 ? '' : ` ${onTheWay(unknown)}`}
        </Box>
        <OutcomeCounts order={UNFINISHED_ORDER} words={STATE_LABELS} states={states} />
      </Group>
      <details>
        <summary className="soft">By brand</summary>
        <Box className="box" mah={240} mt="xs">
          <Brands apply={apply} tools={tools} />
        </Box>
      </details>
      <Group>
        {isDone ? null : (
          <Button loading={isBusy} onClick={() => void reviewRest(apply)}>
            Plan the remaining {plural(total - done, 'brand')} again
          </Button>
        )}
        <Button variant="default" disabled={isBusy} onClick={() => void dismissRest(apply.applyId)}>
          {isDone ? 'Close' : 'Dismiss'}
        </Button>
      </Group>
    </ApplyBox>
  )
}

const Running = ({ apply }: { readonly apply: UnfinishedApply }) => (
  <ApplyBox label="Apply in progress" colour="var(--accent)">
    <div role="status">
      Permissions are being applied: {apply.done} of {plural(apply.total, 'brand')}
    </div>
    <Meter label="Applied" value={apply.done} max={apply.total} />
  </ApplyBox>
)

type Props = {
  readonly tools: readonly MatrixTool[]
  /** Only applies that include this brand. */
  readonly brandId?: string
}

/** Applies that run without this page, and applies that were interrupted when the desk ended. */
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
        <Interrupted key={apply.applyId} apply={apply} tools={byName} />
      ),
    )
}
