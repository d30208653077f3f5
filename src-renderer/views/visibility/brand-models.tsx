import { Select, Switch } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { isolate } from '../../format/isolate.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { stageChanges, useVisibilityDraft } from '../../state/visibility.ts'
import { INTERVAL, isRung, type Rows } from '../../state/visibility-staging.ts'
import { currentLabel, everyLabel, planLabel } from './interval-labels.ts'
import type { ModelName } from './matrix.tsx'
import type { MatrixRow } from './use-visibility.ts'
import css from './visibility.module.css'

type Props = { readonly row: MatrixRow; readonly rows: Rows; readonly names: readonly ModelName[] }

const Models = ({ row, rows, names }: Props) => {
  const staged = useVisibilityDraft((state) => state.staged.get(row.brandId))
  const { brandId, brand } = row
  return (
    <Panel title="AI models" isFlush>
      <ul className={css.models}>
        {row.models.models.map((model) => {
          const { modelId, isActive, canEnable, reason } = model
          const name = names.find((one) => one.modelId === modelId)?.name ?? modelId
          const wanted = staged?.get(modelId)
          const isOn = typeof wanted === 'boolean' ? wanted : isActive
          return (
            <li key={modelId} data-staged={wanted !== undefined || undefined}>
              <span className={css.modelName}>
                {canEnable ? null : <IconLock size={14} aria-hidden />}
                {name}
              </span>
              <span className={css.soft}>{reason ?? (isActive ? 'Tracked' : 'Available')}</span>
              {wanted === undefined ? null : <StateWord word={isOn ? 'staged: on' : 'staged: off'} tone="busy" />}
              <Switch
                aria-label={`${name} for ${isolate(brand.name)}`}
                checked={isOn}
                disabled={!canEnable && !isActive}
                onChange={(event) => stageChanges([{ brandId, modelId, isActive: event.currentTarget.checked }], rows)}
              />
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

const Refresh = ({ row: { brandId, brand, interval }, rows }: Pick<Props, 'row' | 'rows'>) => {
  const wanted = useVisibilityDraft((state) => state.staged.get(brandId)?.get(INTERVAL))
  const value = wanted === undefined || typeof wanted === 'boolean' ? interval.customInterval : wanted
  const data = [
    { value: '', label: planLabel(interval) },
    ...interval.allowedIntervals.map((days) => ({ value: String(days), label: everyLabel(days) })),
  ]
  const isGone = value !== null && !interval.allowedIntervals.includes(value)
  return (
    <Panel title="Refresh interval">
      <div className={css.refresh}>
        <Select
          label="How often the service asks the models"
          aria-label={`Refresh interval of ${isolate(brand.name)}`}
          description={`The plan allows ${interval.allowedIntervals.map(everyLabel).join(', ')}.`}
          allowDeselect={false}
          data={isGone ? [...data, { value: String(value), label: everyLabel(value), disabled: true }] : data}
          value={value === null ? '' : String(value)}
          onChange={(next) => {
            const days = Number(next)
            stageChanges([{ brandId, interval: next !== null && next !== '' && isRung(days) ? days : null }], rows)
          }}
        />
        <dl className={css.facts}>
          <dt>Chosen</dt>
          <dd>{currentLabel(interval)}</dd>
          <dt>In effect</dt>
          <dd>{everyLabel(interval.effectiveInterval)}</dd>
          <dt>Plan minimum</dt>
          <dd>{everyLabel(interval.planFloor)}</dd>
        </dl>
        {interval.clamp === null ? null : <p className={css.clamp}>{interval.clamp}</p>}
        {wanted === undefined ? null : <StateWord word="change staged" tone="busy" />}
      </div>
    </Panel>
  )
}

/** One brand: each model with its reason in words, and how often it is refreshed. */
export const BrandModels = (props: Props) => {
  const { row } = props
  const error = row.models.error ?? row.interval.error
  return (
    <div className={css.brandPage}>
      {error === null ? null : <ErrorNotice title="The last read failed" error={error} />}
      <div className={css.columns}>
        <Models {...props} />
        {row.interval.fetchedAt === null ? null : <Refresh row={row} rows={props.rows} />}
      </div>
    </div>
  )
}
