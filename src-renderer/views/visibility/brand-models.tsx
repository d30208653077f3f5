import { Box, Group, Select, Stack, Switch, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { isolate } from '../../format/isolate.ts'
import { Columns } from '../../parts/columns.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { INTERVAL, isRung, type Rows, stageChanges, useStaged } from '../../state/visibility.ts'
import { ClusterVisibility } from './cluster-visibility.tsx'
import { allowedLabel, currentLabel, everyLabel, planLabel } from './interval-labels.ts'
import type { MatrixRow, ModelName } from './use-visibility.ts'
import { VisibilityHistory } from './visibility-history.tsx'

type Props = { readonly row: MatrixRow; readonly rows: Rows; readonly names: readonly ModelName[] }

const Models = ({ row, rows, names }: Props) => {
  const staged = useStaged().get(row.brandId)
  const { brandId, brand } = row
  return (
    <Panel title="AI models" isFlush>
      <ul className="lines">
        {row.models.models.map((model) => {
          const { modelId, isActive, canEnable, reason } = model
          const name = names.find((one) => one.modelId === modelId)?.name ?? modelId
          const wanted = staged?.get(modelId)
          const isOn = typeof wanted === 'boolean' ? wanted : isActive
          return (
            <Group component="li" key={modelId} wrap="nowrap" gap="sm" mih={44} px="md" py={4}>
              <Box flex={1} miw={0}>
                <Group fw={500} wrap="nowrap" gap={6}>
                  {canEnable ? null : <IconLock size={14} aria-hidden />}
                  {name}
                </Group>
                {wanted === undefined ? (
                  <Text c="dimmed" size="xs">
                    {reason ?? (isActive ? 'Tracked' : 'Available')}
                  </Text>
                ) : (
                  <StateWord word={isOn ? 'not applied yet: on' : 'not applied yet: off'} tone="busy" />
                )}
              </Box>
              <Switch
                aria-label={`${name} for ${isolate(brand.name)}`}
                checked={isOn}
                disabled={!canEnable && !isActive}
                onChange={(event) => stageChanges([{ brandId, modelId, isActive: event.currentTarget.checked }], rows)}
              />
            </Group>
          )
        })}
      </ul>
    </Panel>
  )
}

const Refresh = ({ row: { brandId, brand, interval }, rows }: Pick<Props, 'row' | 'rows'>) => {
  const wanted = useStaged().get(brandId)?.get(INTERVAL)
  const value = wanted === undefined || typeof wanted === 'boolean' ? interval.customInterval : wanted
  const data = [
    { value: '', label: planLabel(interval) },
    ...interval.allowedIntervals.map((days) => ({ value: String(days), label: everyLabel(days) })),
  ]
  const isGone = value !== null && !interval.allowedIntervals.includes(value)
  return (
    <Panel title="Refresh interval">
      <Stack>
        <Select
          label="How often the service asks the models"
          aria-label={`Refresh interval of ${isolate(brand.name)}`}
          description={`The plan allows ${allowedLabel(interval.allowedIntervals)}.`}
          allowDeselect={false}
          data={isGone ? [...data, { value: String(value), label: everyLabel(value), disabled: true }] : data}
          value={value === null ? '' : String(value)}
          onChange={(next) => {
            const days = Number(next)
            stageChanges([{ brandId, interval: next !== null && next !== '' && isRung(days) ? days : null }], rows)
          }}
        />
        <Facts
          rows={[
            ['Chosen', currentLabel(interval)],
            ['In effect', everyLabel(interval.effectiveInterval)],
            ['Shortest in the plan', everyLabel(interval.planFloor)],
          ]}
        />
        {interval.clamp === null ? null : <Notice tone="warn">{interval.clamp}</Notice>}
        {wanted === undefined ? null : <StateWord word="not applied yet" tone="busy" />}
      </Stack>
    </Panel>
  )
}

/** One brand: what the models say of it, beside each model with its reason in words, and how often it is refreshed. */
export const BrandModels = (props: Props) => {
  const { row } = props
  const error = row.models.error ?? row.interval.error
  return (
    <Stack gap="md" maw={1280}>
      <ErrorNotice title="The last read failed" error={error} />
      <Columns>
        <Stack gap="md" miw={0}>
          <VisibilityHistory brandId={row.brandId} />
          <ClusterVisibility brandId={row.brandId} />
        </Stack>
        <Stack gap="md">
          <Models {...props} />
          {row.interval.fetchedAt === null ? null : <Refresh row={row} rows={props.rows} />}
        </Stack>
      </Columns>
    </Stack>
  )
}
