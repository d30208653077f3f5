import { Menu, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { plural } from '../../format/numbers.ts'
import { type Change, type IntervalValue, type Rows, stageForMany, verdictOf } from '../../state/visibility.ts'
import { everyLabel } from './interval-labels.ts'
import type { MatrixRow, ModelName } from './use-visibility.ts'
import css from './visibility.module.css'

export const RUNGS: readonly IntervalValue[] = [30, 15, 7, 3, 1, null]

export type ColumnActions = {
  /** The selected brands, else all brands shown. */
  readonly targets: readonly MatrixRow[]
  readonly isSelection: boolean
  readonly rows: Rows
}

export const stageFor = ({ targets, rows }: ColumnActions, change: (brandId: string) => Change): void =>
  stageForMany(
    targets.map(({ brandId }) => change(brandId)),
    rows,
  )

/** How many of the targets it would change, and how many cannot have it. */
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
      <Text c="dimmed" size="xs">
        {open === 0 ? `nothing to change${left}` : `${plural(open, 'brand')}${left}`}
      </Text>
    </Menu.Item>
  )
}

const whose = ({ targets, isSelection }: ColumnActions): string =>
  isSelection ? `${plural(targets.length, 'brand')} selected` : `All ${plural(targets.length, 'brand')} shown`

type HeadProps = {
  readonly title: string
  readonly actions: ColumnActions
  readonly items: readonly Omit<ItemProps, 'actions'>[]
}

/** The header of a column, with a menu that changes it for many brands. */
const ColumnHead = ({ title, actions, items }: HeadProps) => (
  <Menu position="bottom-start" width={280}>
    <Menu.Target>
      <button type="button" className={css.head} title={title} aria-label={`${title}: for many brands`}>
        <span>{title}</span>
        <IconChevronDown size={12} aria-hidden />
      </button>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Label>{whose(actions)}</Menu.Label>
      {items.map((item) => (
        <Item key={item.title} actions={actions} {...item} />
      ))}
    </Menu.Dropdown>
  </Menu>
)

type ModelHeadProps = { readonly model: ModelName; readonly actions: ColumnActions }

export const ModelHead = ({ model: { modelId, name }, actions }: ModelHeadProps) => (
  <ColumnHead
    title={name}
    actions={actions}
    items={[true, false].map((isActive) => ({
      title: isActive ? 'Turn on' : 'Turn off',
      change: (brandId) => ({ brandId, modelId, isActive }),
    }))}
  />
)

export const IntervalHead = ({ actions }: { readonly actions: ColumnActions }) => (
  <ColumnHead
    title="Refresh interval"
    actions={actions}
    items={RUNGS.map((interval) => ({
      title: interval === null ? 'Follow the plan' : `Refresh ${everyLabel(interval)}`,
      change: (brandId) => ({ brandId, interval }),
    }))}
  />
)
