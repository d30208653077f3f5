import { Group } from '@mantine/core'
import { IconCoin } from '@tabler/icons-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { rowKey } from '../../../src-shared/desk/values/export-lists.ts'
import type { GroupCommand } from '../../commands/registry.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { useDesk } from '../../data/use-desk.ts'
import { isolate } from '../../format/isolate.ts'
import { plural } from '../../format/numbers.ts'
import { PlaceExport } from '../../parts/panel.tsx'
import { NOTHING_STAGED, setMatrix, toggleGroup, togglePicked, useMatrixState } from '../../state/connector-staging.ts'
import { useStaged } from '../../state/connectors.ts'
import { useNarrowedExport } from '../../state/exporting.tsx'
import { setParams, useParams } from '../../state/location.ts'
import pageCss from '../../table/table-page.module.css'
import { TablePage } from '../../table/table-page.tsx'
import { listedKeys } from '../../table/use-grid-keys.ts'
import { NothingFits } from '../../table/view-empty.tsx'
import { Filters } from './filters.tsx'
import { ValueGlyph } from './glyphs.tsx'
import css from './matrix.module.css'
import { Matrix, type MatrixHandle } from './matrix.tsx'
import { type Column, rowsOf } from './matrix-model.ts'
import { OpenedPanel } from './opened-panel.tsx'
import { PresetsMenu, stagePreset } from './presets-menu.tsx'
import { ReadErrors } from './read-errors.tsx'
import { SavePreset } from './save-preset.tsx'
import { StageBar } from './stage-bar.tsx'
import { Unfinished } from './unfinished.tsx'
import { type Opened, useMatrix } from './use-matrix.ts'

// The keys of the matrix as commands, so that the shortcut sheet lists them; the matrix itself handles them.
const KEYS = listedKeys([
  { id: 'matrix.toggle', title: 'Change the value', keys: ['space'] },
  { id: 'matrix.allow', title: 'Allow', keys: ['a'] },
  { id: 'matrix.deny', title: 'Deny', keys: ['d'] },
  { id: 'matrix.unstage', title: 'Undo the change', keys: ['delete'] },
  { id: 'matrix.extend', title: 'Extend the range', keys: ['shift+arrowdown', 'shift+arrowright'] },
  { id: 'matrix.pick', title: 'Select the brand', keys: ['x'] },
  { id: 'matrix.open', title: 'Open the cell, the tool or the brand', keys: ['enter'] },
])

const matrixKeyCommands = (focus: () => void): readonly GroupCommand[] => [
  { id: 'matrix.focus', title: 'Go to the matrix of permissions', keys: ['m'], run: focus },
  ...KEYS,
]

/** The signs of the matrix and its keys. */
const Legend = () => (
  <Group className={css.legend} gap="2px 18px" px="md" py={6} aria-hidden>
    <span>
      <ValueGlyph value="allow" /> allowed
    </span>
    <span>
      <ValueGlyph value="deny" /> denied
    </span>
    <span>
      <span className={css.mark} data-set /> set, not the default
    </span>
    <span>
      <span className={css.mark} data-staged /> changed, not applied yet
    </span>
    <span>
      <span className="warn">●</span> changed elsewhere
    </span>
    <span>
      <IconCoin size={13} /> spends credits or changes what is published
    </span>
    <Group component="span" ml="auto">
      Space change · A allow · D deny · Shift+arrows range · X select brand
    </Group>
  </Group>
)

type Props = {
  readonly matrix: CallOutput<'connectors.matrix'>
  readonly columns: readonly Column[]
  readonly onSync: (brandId: string) => void
}

const NoFit = () => (
  <NothingFits
    title="No tools or brands match these filters"
    onClear={() => {
      setParams({ q: '', only: '' })
      setMatrix({ tag: null, isPickedOnly: false })
    }}
  >
    Change the search, the tag or “only differences”.
  </NothingFits>
)

type Narrowing = Pick<Props, 'matrix' | 'columns'> & {
  readonly rows: ReturnType<typeof rowsOf>
  readonly picked: ReadonlySet<string>
}

/** The tools and brands on show, and the selected brands, for an export. A collapsed group is on show. */
const useNarrowed = ({ matrix, columns, rows, picked }: Narrowing) =>
  useMemo(() => {
    const tools = new Set(rows.flatMap((row) => (row.kind === 'group' ? row.tools.map(({ name }) => name) : [])))
    const keysOf = (brandIds: readonly string[]) =>
      brandIds.flatMap((brandId) => [...tools].map((tool) => rowKey({ brandId, tool })))
    const isFiltered = columns.length < matrix.brands.length || tools.size < matrix.tools.length
    return {
      matching: isFiltered ? columns.map(({ brandId }) => brandId) : null,
      picked: columns.flatMap(({ brandId }) => (picked.has(brandId) ? [brandId] : [])),
      keysOf,
    }
  }, [matrix, columns, rows, picked])

/** The matrix of tools and brands, in which changes are staged for review. */
export const AllBrands = ({ matrix, columns, onSync }: Props) => {
  const { q = '', only } = useParams()
  const { collapsed, picked } = useMatrixState()
  const staged = useStaged()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [saving, setSaving] = useState<string | null>(null)
  const handle = useRef<MatrixHandle>(null)
  const { tools, brands } = matrix
  // Rows depend on the staged changes only while that filter is on: a new list of rows redraws the whole matrix.
  const stagedForRows = only === '1' ? staged : NOTHING_STAGED
  const rows = useMemo(
    () =>
      rowsOf(tools, columns, {
        staged: stagedForRows,
        query: { text: q, isDifferentOnly: only === '1', collapsed },
      }),
    [tools, columns, stagedForRows, q, only, collapsed],
  )
  const { active, area, onCommand, onPress } = useMatrix({
    rows,
    columns,
    brands,
    staged,
    onOpen: setOpened,
    onCollapse: toggleGroup,
    onSync,
    onPick: togglePicked,
  })
  const targets = useMemo(
    () => (picked.size === 0 ? columns : columns.filter(({ brandId }) => picked.has(brandId))),
    [picked, columns],
  )
  useNarrowedExport(useNarrowed({ matrix, columns, rows, picked }))
  const columnById = (id: string | undefined) => columns.find(({ brandId }) => brandId === id)
  const column = opened !== null && 'brandId' in opened ? columnById(opened.brandId) : columns[active.col]
  const focusGrid = useCallback(() => handle.current?.focus(), [])
  const presets = useDesk('connectors.presets', {}).value?.presets ?? []
  useCommands('Permissions', [
    ...matrixKeyCommands(focusGrid),
    ...presets.map((preset) => ({
      id: `connectors.preset ${preset.id}`,
      title: `Set the preset “${isolate(preset.name)}” for ${plural(targets.length, 'brand')}`,
      isEnabled: () => targets.length > 0,
      run: () => stagePreset(preset, { targets, brands }),
    })),
  ])
  // They do not change when the active cell moves.
  const filters = useMemo(
    () => (
      <>
        <div className={pageCss.notices}>
          <Unfinished tools={tools} />
          <ReadErrors brands={brands} />
        </div>
        <Filters onDone={focusGrid}>
          <PresetsMenu
            targets={targets}
            brands={brands}
            column={column}
            onSave={() => setSaving(column?.brandId ?? null)}
          />
          <PlaceExport />
        </Filters>
      </>
    ),
    [tools, brands, targets, column, focusGrid],
  )
  const grid = (
    <Matrix
      ref={handle}
      label="Tools by brand"
      {...{ rows, columns, staged, picked, active, area, onCommand, onPress }}
    />
  )
  return (
    <>
      <TablePage
        isExported
        top={filters}
        table={rows.length === 0 || columns.length === 0 ? <NoFit /> : grid}
        side={
          opened === null ? null : (
            <OpenedPanel
              opened={opened}
              tools={tools}
              columns={columns}
              targets={targets}
              brands={brands}
              onClose={() => {
                setOpened(null)
                focusGrid()
              }}
              onSync={onSync}
            />
          )
        }
        foot={
          <>
            <Legend />
            <StageBar brands={brands} />
          </>
        }
      />
      <SavePreset column={columnById(saving ?? undefined) ?? null} onClose={() => setSaving(null)} />
    </>
  )
}
