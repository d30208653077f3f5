import { IconAlertTriangle, IconCheck, IconLock } from '@tabler/icons-react'
import type { BrandInterval, BrandModels } from '../../../src-shared/desk/visibility.ts'
import { isolate } from '../../format/isolate.ts'
import { NO_VALUE } from '../../format/numbers.ts'
import { QuietSelect } from '../../parts/fields/quiet-select.tsx'
import { type IntervalValue, isRung } from '../../state/visibility.ts'
import { currentLabel, daysLabel, everyLabel, planLabel } from './interval-labels.ts'
import css from './visibility.module.css'

export type Model = BrandModels['models'][number]

/** A model of one brand: its state, what is staged, and why it is not available. */
export const modelLabel = (model: Model | undefined, staged: boolean | undefined): string => {
  if (model === undefined) return 'not available to this brand'
  const now = model.isActive ? 'active' : 'off'
  if (staged !== undefined) return `${now}; not applied yet: ${staged ? 'active' : 'off'}`
  return model.reason === null ? now : `${now}. ${model.reason}`
}

type ModelProps = {
  readonly model: Model | undefined
  readonly staged: boolean | undefined
  readonly label: string
  readonly onToggle: () => void
}

export const ModelCell = ({ model, staged, label, onToggle }: ModelProps) => {
  if (model === undefined) return <span className="soft">{NO_VALUE}</span>
  const isOn = staged ?? model.isActive
  const isLocked = !model.canEnable && !model.isActive
  return (
    <button
      type="button"
      role="switch"
      tabIndex={-1}
      className={css.switch}
      aria-checked={isOn}
      aria-label={label}
      aria-disabled={isLocked || undefined}
      data-staged={staged !== undefined || undefined}
      title={modelLabel(model, staged)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onToggle}
    >
      {isLocked ? <IconLock size={13} aria-hidden /> : isOn ? <IconCheck size={13} stroke={2.6} aria-hidden /> : null}
    </button>
  )
}

type IntervalProps = {
  readonly interval: BrandInterval
  readonly staged: IntervalValue | undefined
  readonly brandName: string
  readonly onChange: (value: IntervalValue) => void
  readonly onLeave: () => void
}

/** The intervals that this brand's plan allows, and "follow the plan". */
export const IntervalCell = ({ interval, staged, brandName, onChange, onLeave }: IntervalProps) => {
  if (interval.fetchedAt === null) return <span className="soft">not read yet</span>
  const value = staged === undefined ? interval.customInterval : staged
  // A value that the plan no longer allows is shown, but cannot be chosen again.
  const isGone = value !== null && !interval.allowedIntervals.includes(value)
  return (
    <QuietSelect
      label={`Refresh interval of ${isolate(brandName)}`}
      options={[
        { value: '', label: planLabel(interval) },
        ...interval.allowedIntervals.map((days) => ({ value: String(days), label: everyLabel(days) })),
        ...(isGone ? [{ value: String(value), label: `${everyLabel(value)} (no longer allowed)`, isGone }] : []),
      ]}
      value={value === null ? '' : String(value)}
      isStaged={staged !== undefined}
      isInGrid
      onChange={(next) => {
        const days = Number(next)
        onChange(next !== '' && isRung(days) ? days : null)
      }}
      onLeave={onLeave}
    />
  )
}

/** The interval in effect, and the one that the staged change would bring. */
export const EffectiveCell = ({
  interval,
  staged,
}: {
  readonly interval: BrandInterval
  readonly staged: IntervalValue | undefined
}) => {
  if (interval.fetchedAt === null) return <span className="soft">{NO_VALUE}</span>
  const after = staged === undefined ? undefined : (staged ?? interval.planFloor)
  return (
    <span title={interval.clamp ?? currentLabel(interval)}>
      {daysLabel(interval.effectiveInterval)}
      {after === undefined || after === interval.effectiveInterval ? null : (
        <strong className="warn">
          {' '}
          <span aria-hidden>→ </span>
          <span className="visually-hidden">will be </span>
          {daysLabel(after)}
        </strong>
      )}
      {interval.clamp === null || staged !== undefined ? null : (
        <span className={`${css.limited} warn`}>
          <IconAlertTriangle size={13} aria-hidden />
          <span className="visually-hidden">limited by the plan</span>
        </span>
      )}
    </span>
  )
}
