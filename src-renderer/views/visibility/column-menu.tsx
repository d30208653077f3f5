import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { plural } from '../../format/numbers.ts'
import { stageChanges } from '../../state/visibility.ts'
import { type Change, type IntervalValue, type Rows, verdictOf } from '../../state/visibility-staging.ts'
import { everyWords } from './interval-words.ts'
import type { ModelName } from './matrix.tsx'
import type { MatrixRow } from './use-visibility.ts'
import css from './visibility.module.css'

export const RUNGS: readonly IntervalValue[] = [30, 15, 7, 3, 1, null]

export type ColumnActs = {
  /** Selected ones, else all that are shown. */
  readonly targets: readonly MatrixRow[]
  readonly isSelection: boolean
  readonly rows: Rows
}

export const stageFor = ({ targets, rows }: ColumnActs, change: (brandId: string) => Change): void =>
  stageChanges(
    targets.map(({ brandId }) => change(brandId)),
    rows,
  )

/** What would become of the targets: `12 brands`, and how many it leaves out and why. */
const countsOf = ({ targets, rows }: ColumnActs, change: (brandId: string) => Change) => {
  const verdicts = targets.map(({ brandId }) => verdictOf(change(brandId), rows.get(brandId)))
  const count = (wanted: string) => verdicts.filter((verdict) => verdict === wanted).length
  return { change: count('change'), no: count('no') }
}

type ItemProps = { readonly acts: ColumnActs; readonly title: string; readonly change: (brandId: string) => Change }

const Item = ({ acts, title, change }: ItemProps) => {
  const { change: open, no } = countsOf(acts, change)
  const left = no === 0 ? '' : ` · ${plural(no, 'brand')} cannot`
  return (
    <Menu.Item disabled={open === 0} onClick={() => stageFor(acts, change)}>
      {title}
      <span className={css.menuCount}>
        {open === 0 ? `nothing to change${left}` : `${plural(open, 'brand')}${left}`}
      </span>
    </Menu.Item>
  )
}

const whose = ({ targets, isSelection }: ColumnActs): string =>
  isSelection ? `${plural(targets.length, 'brand')} selected` : `All ${plural(targets.length, 'brand')} shown`

export const ModelHead = ({ model, acts }: { readonly model: ModelName; readonly acts: ColumnActs }) => (
  <Menu position="bottom-start" width={280}>
    <Menu.Target>
      <button type="button" className={css.head} title={model.name} aria-label={`${model.name}: for many brands`}>
        <span>{model.name}</span>
        <IconChevronDown size={12} aria-hidden />
      </button>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Label>{whose(acts)}</Menu.Label>
      {[true, false].map((isActive) => (
        <Item
          key={String(isActive)}
          acts={acts}
          title={isActive ? 'Turn on' : 'Turn off'}
          change={(brandId) => ({ brandId, modelId: model.modelId, isActive })}
        />
      ))}
    </Menu.Dropdown>
  </Menu>
)

export const IntervalHead = ({ acts }: { readonly acts: ColumnActs }) => (
  <Menu position="bottom-start" width={280}>
    <Menu.Target>
      <button type="button" className={css.head} aria-label="Refresh interval: for many brands">
        <span>Refresh interval</span>
        <IconChevronDown size={12} aria-hidden />
      </button>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Label>{whose(acts)}</Menu.Label>
      {RUNGS.map((interval) => (
        <Item
          key={String(interval)}
          acts={acts}
          title={interval === null ? 'Follow the plan' : `Refresh ${everyWords(interval)}`}
          change={(brandId) => ({ brandId, interval })}
        />
      ))}
    </Menu.Dropdown>
  </Menu>
)
