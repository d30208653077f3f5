import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { plural } from '../../format/numbers.ts'
import { stageChanges } from '../../state/visibility.ts'
import { type Change, type IntervalValue, type Rows, verdictOf } from '../../state/visibility-staging.ts'
import { everyLabel } from './interval-labels.ts'
import type { ModelName } from './matrix.tsx'
import type { MatrixRow } from './use-visibility.ts'
import css from './visibility.module.css'

export const RUNGS: readonly IntervalValue[] = [30, 15, 7, 3, 1, null]

export type ColumnActions = {
  /** Selected ones, else all that are shown. */
  readonly targets: readonly MatrixRow[]
  readonly isSelection: boolean
  readonly rows: Rows
}

export const stageFor = ({ targets, rows }: ColumnActions, change: (brandId: string) => Change): void =>
  stageChanges(
    targets.map(({ brandId }) => change(brandId)),
    rows,
  )

/** What would become of the targets: `12 brands`, and how many it leaves out and why. */
const countsOf = ({ targets, rows }: ColumnActions, change: (brandId: string) => Change) => {
  const verdicts = targets.map(({ brandId }) => verdictOf(change(brandId), rows.get(brandId)))
  const count = (wanted: string) => verdicts.filter((verdict) => verdict === wanted).length
  return { change: count('change'), no: count('no') }
}

type ItemProps = {
  readonly actions: ColumnActions
  readonly title: string
  readonly change: (brandId: string) => Change
}

const Item = ({ actions, title, change }: ItemProps) => {
  const { change: open, no } = countsOf(actions, change)
  const left = no === 0 ? '' : ` · ${plural(no, 'brand')} cannot`
  return (
    <Menu.Item disabled={open === 0} onClick={() => stageFor(actions, change)}>
      {title}
      <span className={css.menuCount}>
        {open === 0 ? `nothing to change${left}` : `${plural(open, 'brand')}${left}`}
      </span>
    </Menu.Item>
  )
}

const whose = ({ targets, isSelection }: ColumnActions): string =>
  isSelection ? `${plural(targets.length, 'brand')} selected` : `All ${plural(targets.length, 'brand')} shown`

export const ModelHead = ({ model, actions }: { readonly model: ModelName; readonly actions: ColumnActions }) => (
  <Menu position="bottom-start" width={280}>
    <Menu.Target>
      <button type="button" className={css.head} title={model.name} aria-label={`${model.name}: for many brands`}>
        <span>{model.name}</span>
        <IconChevronDown size={12} aria-hidden />
      </button>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Label>{whose(actions)}</Menu.Label>
      {[true, false].map((isActive) => (
        <Item
          key={String(isActive)}
          actions={actions}
          title={isActive ? 'Turn on' : 'Turn off'}
          change={(brandId) => ({ brandId, modelId: model.modelId, isActive })}
        />
      ))}
    </Menu.Dropdown>
  </Menu>
)

export const IntervalHead = ({ actions }: { readonly actions: ColumnActions }) => (
  <Menu position="bottom-start" width={280}>
    <Menu.Target>
      <button type="button" className={css.head} aria-label="Refresh interval: for many brands">
        <span>Refresh interval</span>
        <IconChevronDown size={12} aria-hidden />
      </button>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Label>{whose(actions)}</Menu.Label>
      {RUNGS.map((interval) => (
        <Item
          key={String(interval)}
          actions={actions}
          title={interval === null ? 'Follow the plan' : `Refresh ${everyLabel(interval)}`}
          change={(brandId) => ({ brandId, interval })}
        />
      ))}
    </Menu.Dropdown>
  </Menu>
)
