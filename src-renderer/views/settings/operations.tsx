import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { OPERATION_NAMES, operations } from '../../../src-shared/service/operations.ts'
import { fuzzyFilter } from '../../format/fuzzy.ts'
import { plural } from '../../format/numbers.ts'
import grid from '../../parts/grid-table.module.css'
import { Panel } from '../../parts/panel.tsx'
import { useProfile } from '../../state/profile.ts'
import { OperationRow } from './operation-row.tsx'
import classes from './settings.module.css'

/** Each operation of the service: where it is, whether that is documented or assumed, how often it may be asked. */
export const OperationsSection = () => {
  const profile = useProfile()
  const [text, setText] = useState('')
  if (profile === undefined) return null
  const names = fuzzyFilter(text, OPERATION_NAMES, (name) => `${name} ${operations[name].path}`)
  return (
    <Panel
      isFlush
      title={plural(names.length, 'operation')}
      aside={
        <TextInput
          data-view-filter
          placeholder="Filter operations"
          aria-label="Filter operations"
          leftSection={<IconSearch size={14} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      }
    >
      <table className={`${grid.table} ${classes.tight}`} aria-label="Operations of the service">
        <colgroup>
          <col style={{ width: '27%' }} />
          <col style={{ width: 114 }} />
          <col style={{ width: 112 }} />
          <col />
          <col style={{ width: 92 }} />
          <col style={{ width: 44 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Operation</th>
            <th scope="col">Interface</th>
            <th scope="col">Method</th>
            <th scope="col">Path</th>
            <th scope="col">Per minute</th>
            <th scope="col">
              <span className="visually-hidden">Default</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <OperationRow key={name} name={name} profile={profile} />
          ))}
        </tbody>
      </table>
    </Panel>
  )
}
