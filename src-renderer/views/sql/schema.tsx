import { Collapse, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { useDesk } from '../../data/use-desk.ts'
import { Panel } from '../../parts/panel.tsx'
import css from './sql.module.css'

type View = CallOutput<'query.views'>['views'][number]
type Insert = (text: string) => void

const TYPES: Readonly<Record<string, string>> = {
  day: 'day',
  instant: 'time',
  yes: '1 or 0',
  list: 'words',
  number: 'number',
}

const Columns = ({ view, onInsert }: { readonly view: View; readonly onInsert: Insert }) => (
  <div className={css.columns}>
    <p className="soft">{view.about}</p>
    {view.columns.map(({ name, type, about }) => (
      <UnstyledButton key={name} className={css.column} title={about} onClick={() => onInsert(name)}>
        <code>{name}</code> <span className="soft">{TYPES[type] ?? type}</span>
      </UnstyledButton>
    ))}
  </div>
)

const ViewEntry = ({ view, onInsert }: { readonly view: View; readonly onInsert: Insert }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <div className={css.view}>
        <UnstyledButton
          aria-expanded={isOpen}
          aria-label={`Columns of ${view.name}`}
          className={css.toggle}
          data-open={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronRight size={14} aria-hidden />
        </UnstyledButton>
        <UnstyledButton className={css.name} title={view.about} onClick={() => onInsert(view.name)}>
          <code>{view.name}</code>
        </UnstyledButton>
      </div>
      <Collapse expanded={isOpen}>{isOpen ? <Columns view={view} onInsert={onInsert} /> : null}</Collapse>
    </div>
  )
}

/** What can be read. A click writes the name into the query. */
export const Schema = ({ onInsert }: { readonly onInsert: Insert }) => {
  const views = useDesk('query.views', {}).value?.views ?? []
  return (
    <Panel title="Views to query">
      <div className={css.schema}>
        {views.map((view) => (
          <ViewEntry key={view.name} view={view} onInsert={onInsert} />
        ))}
      </div>
    </Panel>
  )
}
