import { Checkbox, SegmentedControl } from '@mantine/core'
import type { MatrixBrand, MatrixTool } from '../../../src-shared/desk/connectors.ts'
import { namedValue } from '../../../src-shared/service/named-values.ts'
import { isolate } from '../../format/isolate.ts'
import { plural } from '../../format/numbers.ts'
import { Panel } from '../../parts/panel.tsx'
import type { Permission } from '../../state/connector-staging.ts'
import { stage, useDraft } from '../../state/connectors.ts'
import css from './brand-page.module.css'
import { cellLabel, GROUP_NOTES, GROUP_TITLES, riskLabels } from './cell-labels.ts'
import { ValueWord } from './change-list.tsx'
import { nextValue, wishesFor } from './matrix-actions.ts'
import { type Column, cellOf, shownValue, tallyOf, triOf } from './matrix-model.ts'

type Props = {
  readonly column: Column
  readonly tools: readonly MatrixTool[]
  readonly brands: readonly MatrixBrand[]
}

const One = ({ column, tool, brands }: Omit<Props, 'tools'> & { readonly tool: MatrixTool }) => {
  const staged = useDraft((state) => state.staged)
  const cell = cellOf(column, tool.name, staged)
  const value = shownValue(cell)
  return (
    <li className={css.permission} data-staged={cell.staged !== null || undefined}>
      <div className={css.permissionText}>
        <div className={css.permissionName}>
          <bdi>{tool.label}</bdi>
          {riskLabels(tool).map((word) => (
            <span key={word} className={css.risk} data-email={word.includes('email') || undefined}>
              {word}
            </span>
          ))}
        </div>
        <div className={css.soft}>
          <bdi>{tool.description}</bdi>
        </div>
      </div>
      <span className={css.soft}>{cell.isSet ? 'set' : 'default'}</span>
      {value === null || cell.isLocked ? (
        <ValueWord value={value} />
      ) : (
        <SegmentedControl
          aria-label={isolate(`${tool.label}: ${cellLabel(cell)}`)}
          data={[
            { value: 'allow', label: 'Allow' },
            { value: 'deny', label: 'Deny' },
          ]}
          value={value}
          // one of the two values above
          onChange={(next) => stage([{ brandId: column.brandId, tool: tool.name, value: next as Permission }], brands)}
        />
      )}
    </li>
  )
}

const Group = ({ column, tools, brands, group }: Props & { readonly group: MatrixTool['group'] }) => {
  const staged = useDraft((state) => state.staged)
  const own = tools.filter(
    (tool) => tool.group === group && namedValue(column.brand.effective, tool.name) !== undefined,
  )
  const tally = tallyOf([column], own, staged)
  const target = { columns: [column], tools: own }
  if (own.length === 0) return null
  return (
    <Panel
      isFlush
      title={
        <span>
          {GROUP_TITLES[group]} <span className={css.soft}>· {GROUP_NOTES[group]}</span>
        </span>
      }
      aside={
        <Checkbox
          label={`${tally.allowed} of ${plural(tally.total, 'tool')} allowed`}
          checked={triOf(tally) === 'all'}
          indeterminate={triOf(tally) === 'some'}
          disabled={!column.brand.canManage}
          onChange={() => stage(wishesFor(target, nextValue(target, staged)), brands)}
        />
      }
    >
      <ul className={css.permissions}>
        {own.map((tool) => (
          <One key={tool.name} column={column} tool={tool} brands={brands} />
        ))}
      </ul>
    </Panel>
  )
}

/** One brand's permissions, tool by tool. */
export const PermissionList = (props: Props) => (
  <>
    {props.column.brand.readOnlyReason === null ? null : (
      <p className={css.reason}>{props.column.brand.readOnlyReason}</p>
    )}
    <Group {...props} group="write" />
    <Group {...props} group="read" />
  </>
)
