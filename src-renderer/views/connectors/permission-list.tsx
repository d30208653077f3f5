import { Box, Checkbox, Group, Text } from '@mantine/core'
import type { MatrixBrand, MatrixTool } from '../../../src-shared/desk/connectors.ts'
import { namedValue } from '../../../src-shared/service/named-values.ts'
import { isolate } from '../../format/isolate.ts'
import { plural } from '../../format/numbers.ts'
import { Notice } from '../../parts/notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { stage, useStaged } from '../../state/connectors.ts'
import { cellLabel, GROUP_NOTES, GROUP_TITLES, riskLabels } from './cell-labels.ts'
import { ValueWord } from './change-list.tsx'
import { nextValue, wishesFor } from './matrix-actions.ts'
import { type Column, cellOf, shownValue, tallyOf, triOf } from './matrix-model.ts'
import { ValueChoice } from './value-choice.tsx'

type Props = {
  readonly column: Column
  readonly tools: readonly MatrixTool[]
  readonly brands: readonly MatrixBrand[]
}

const ToolPermission = ({ column, tool, brands }: Omit<Props, 'tools'> & { readonly tool: MatrixTool }) => {
  const staged = useStaged()
  const cell = cellOf(column, tool.name, staged)
  const value = shownValue(cell)
  return (
    <Group
      component="li"
      wrap="nowrap"
      gap="md"
      px="md"
      py={7}
      style={{ boxShadow: cell.staged === null ? undefined : 'inset 2px 0 0 var(--accent)' }}
    >
      <Box flex={1} miw={0}>
        <Group gap="2px 8px" fw={500}>
          <bdi>{tool.label}</bdi>
          {riskLabels(tool).map((word) => (
            <StateWord key={word} word={word} tone={word.includes('e-mail') ? 'warn' : 'plain'} />
          ))}
        </Group>
        <Text c="dimmed" size="xs" style={{ overflowWrap: 'anywhere' }}>
          <bdi>{tool.description}</bdi>
        </Text>
      </Box>
      <Text c="dimmed" size="xs">
        {cell.isSet ? 'set' : 'default'}
      </Text>
      {value === null || cell.isLocked ? (
        <ValueWord value={value} />
      ) : (
        <ValueChoice
          label={isolate(`${tool.label}: ${cellLabel(cell)}`)}
          brandId={column.brandId}
          tool={tool.name}
          value={value}
          brands={brands}
        />
      )}
    </Group>
  )
}

const ToolGroup = ({ column, tools, brands, group }: Props & { readonly group: MatrixTool['group'] }) => {
  const staged = useStaged()
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
          {GROUP_TITLES[group]}{' '}
          <Text component="span" c="dimmed">
            · {GROUP_NOTES[group]}
          </Text>
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
      <ul className="lines">
        {own.map((tool) => (
          <ToolPermission key={tool.name} column={column} tool={tool} brands={brands} />
        ))}
      </ul>
    </Panel>
  )
}

/** One brand's permissions, tool by tool. */
export const PermissionList = (props: Props) => (
  <>
    {props.column.brand.readOnlyReason === null ? null : (
      <Notice tone="plain">{props.column.brand.readOnlyReason}</Notice>
    )}
    <ToolGroup {...props} group="write" />
    <ToolGroup {...props} group="read" />
  </>
)
