import { Box, Button, Group, Text } from '@mantine/core'
import { IconArrowRight, IconCoin, IconMailForward } from '@tabler/icons-react'
import type { MatrixBrand, MatrixTool } from '../../../src-shared/desk/connectors.ts'
import { isolate } from '../../format/isolate.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { useStaged } from '../../state/connectors.ts'
import { go } from '../../state/location.ts'
import { SideHeading, SidePanel } from '../../table/side-panel.tsx'
import { BrandFacts } from './brand-facts.tsx'
import { cellLabel, GROUP_TITLES, riskLabels, VALUE_LABELS } from './cell-labels.ts'
import { type Column, cellOf, shownValue, tallyLabel, tallyOf } from './matrix-model.ts'
import { ToolForBrands } from './tool-for-brands.tsx'
import type { Opened } from './use-matrix.ts'
import { ValueChoice } from './value-choice.tsx'

type Props = {
  readonly opened: Opened
  readonly tools: readonly MatrixTool[]
  readonly columns: readonly Column[]
  /** The selected brands, else all shown. */
  readonly targets: readonly Column[]
  readonly brands: readonly MatrixBrand[]
  readonly onClose: () => void
  readonly onSync: (brandId: string) => void
}

const AboutTool = ({ tool }: { readonly tool: MatrixTool }) => (
  <div>
    <Text>
      <bdi>{tool.description}</bdi>
    </Text>
    <Text c="dimmed">
      {GROUP_TITLES[tool.group]} · {VALUE_LABELS[tool.default]} by default
    </Text>
    {riskLabels(tool).map((word) => (
      <Group key={word} gap={6} mt={6} className="warn">
        {word.includes('e-mail') ? <IconMailForward size={14} aria-hidden /> : <IconCoin size={14} aria-hidden />} It{' '}
        {word}
        {word.includes('e-mail') ? ', which cannot be recalled.' : '.'}
      </Group>
    ))}
  </div>
)

type CellProps = Pick<Props, 'brands'> & { readonly tool: MatrixTool; readonly column: Column }

const CellPart = ({ tool, column, brands }: CellProps) => {
  const staged = useStaged()
  const cell = cellOf(column, tool.name, staged)
  const value = shownValue(cell)
  return (
    <section>
      <SideHeading>
        <BrandBadge brandId={column.brandId} />
      </SideHeading>
      <Text c="dimmed">{cellLabel(cell)}</Text>
      {column.brand.readOnlyReason === null ? null : <Text c="dimmed">{column.brand.readOnlyReason}</Text>}
      {value === null || cell.isLocked ? null : (
        <Box mt={8}>
          <ValueChoice
            label={`${tool.label} for ${isolate(column.name)}`}
            brandId={column.brandId}
            tool={tool.name}
            value={value}
            brands={brands}
          />
        </Box>
      )}
    </section>
  )
}

/** The details of a cell, a tool or a brand beside the matrix. */
export const OpenedPanel = ({ opened, tools, columns, targets, brands, onClose, onSync }: Props) => {
  const staged = useStaged()
  const tool = 'tool' in opened ? tools.find(({ name }) => name === opened.tool) : undefined
  const column = 'brandId' in opened ? columns.find(({ brandId }) => brandId === opened.brandId) : undefined
  if (tool === undefined && column === undefined) return null
  return (
    <SidePanel
      title={tool?.label ?? column?.name ?? ''}
      note={tool === undefined ? 'Brand' : <code>{tool.name}</code>}
      onClose={onClose}
    >
      {tool === undefined ? null : <AboutTool tool={tool} />}
      {tool !== undefined && column !== undefined ? <CellPart tool={tool} column={column} brands={brands} /> : null}
      {tool !== undefined && column === undefined ? (
        <>
          <Text c="dimmed">Now {tallyLabel(tallyOf(columns, [tool], staged))} brands shown.</Text>
          <ToolForBrands tool={tool} targets={targets} brands={brands} />
        </>
      ) : null}
      {tool === undefined && column !== undefined ? <BrandFacts column={column} tools={tools} onSync={onSync} /> : null}
      {column === undefined ? null : (
        <Button
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          rightSection={<IconArrowRight size={14} aria-hidden />}
          onClick={() => go({ view: 'permissions', scope: column.brandId })}
        >
          What an assistant may do for {isolate(column.name)}
        </Button>
      )}
    </SidePanel>
  )
}
