import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { fuzzyFilter } from '../../../src-shared/desk/values/fuzzy.ts'
import { OPERATION_NAMES, operations } from '../../../src-shared/service/operations.ts'
import { plural } from '../../format/numbers.ts'
import { TextField } from '../../parts/fields/text-field.tsx'
import { type GridColumn, GridTable } from '../../parts/grid-table.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useProfile } from '../../state/profile.ts'
import { listChoices } from '../../table/export-choices.ts'
import { ExportMenu } from '../../table/export-menu.tsx'
import { OperationRow } from './operation-row.tsx'
import classes from './settings.module.css'

const COLUMNS: readonly GridColumn[] = [
  { title: 'Operation', width: '25%' },
  { title: 'Interface', width: 110 },
  { title: 'Method', width: 100 },
  { title: 'Path' },
  { title: 'Per minute', width: 84 },
  { title: 'Default', isTitleHidden: true, width: 44 },
]

const NOUNS = ['operation', 'operations'] as const

/** Each operation of the service: where it is, whether that is documented or assumed, how often it may be asked. */
export const OperationsSection = () => {
  const profile = useProfile()
  const [text, setText] = useState('')
  if (profile === undefined) return null
  const names = fuzzyFilter(text, OPERATION_NAMES, (name) => `${name} ${operations[name].path}`)
  const rowOf = (operation: string) => ({ operation })
  const rows = { all: OPERATION_NAMES.map(rowOf), rows: names.map(rowOf), input: {} }
  return (
    <Panel
      isFlush
      title={plural(names.length, 'operation')}
      aside={
        <>
          <TextField
            data-view-filter
            placeholder="Filter operations"
            aria-label="Filter operations"
            leftSection={<IconSearch size={14} />}
            value={text}
            onChange={setText}
          />
          <ExportMenu choices={listChoices('operations', NOUNS, rows)} />
        </>
      }
    >
      <GridTable className={classes.tight} label="Operations of the service" columns={COLUMNS}>
        {names.map((name) => (
          <OperationRow key={name} name={name} profile={profile} />
        ))}
      </GridTable>
    </Panel>
  )
}
