import { Button, Chip } from '@mantine/core'
import { IconHandStop, IconMail } from '@tabler/icons-react'
import { type RefObject, useState } from 'react'
import type { ContactRow } from '../../../src-shared/desk/prospects.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { type ContactLine, contactQuery } from '../../data/contact-query.ts'
import { readText, useContactFilters } from '../../state/filters/lists.ts'
import { brandIdsOf, useScope } from '../../state/location.ts'
import { FilterRow } from '../../table/filter-row.tsx'
import { readPicked, type TablePicks } from '../../table/picked-rows.ts'
import { TableView } from '../../table/table-view.tsx'
import { useOpenedRow } from '../../table/use-opened.ts'
import { useTable } from '../../table/use-table.ts'
import { type ListWords, ViewEmpty } from '../../table/view-empty.tsx'
import { useWriteTo, WriteTo } from '../compose/write-to.tsx'
import { ContactDetail } from './contact-detail.tsx'
import { CONTACT_COLUMNS, CONTACT_SORTING } from './prospect-columns.tsx'
import { SuppressDialog } from './suppress-dialog.tsx'

/** Suppresses the selected people, or the active one: by `S`, from the palette, or by the button. */
const useSuppressing = <Row extends ContactRow>(picks: RefObject<TablePicks<Row> | null>) => {
  const [rows, setRows] = useState<readonly ContactRow[] | null>(null)
  const ask = async () => {
    const picked = await readPicked(picks, 'Nobody was suppressed')
    if (picked.length > 0) setRows(picked)
  }
  useCommands('Contacts', [{ id: 'contacts.suppress', title: 'Suppress …', icon: IconHandStop, keys: ['s'], run: ask }])
  return {
    rows,
    ask,
    open: (some: readonly ContactRow[]) => setRows(some),
    close: () => {
      setRows(null)
      picks.current?.clear()
    },
  }
}

const ROW_NOUNS = ['contact', 'contacts'] as const

const TEACHES = 'Contacts are people found at prospect sites.'
const EMPTY: ListWords = { datasets: ['prospects', 'contacts'], many: 'contacts', teaches: TEACHES }

const FiltersBar = ({ onDone }: { readonly onDone: () => void }) => {
  const { hasEmail } = useContactFilters()
  return (
    <FilterRow by="name, role, address or site" of="contacts" store={useContactFilters} onDone={onDone}>
      <Chip size="xs" checked={hasEmail} onChange={(next) => useContactFilters.setState({ hasEmail: next })}>
        With an address
      </Chip>
      <span className="soft">Select people to write to them</span>
    </FilterRow>
  )
}

export const ContactsView = () => {
  const brandIds = brandIdsOf(useScope())
  const filters = useContactFilters()
  const { search, hasEmail } = filters
  const filter = hasEmail ? { hasEmail } : {}
  const table = useTable<ContactLine>({
    view: 'contacts',
    columns: CONTACT_COLUMNS,
    sorting: CONTACT_SORTING,
    query: (sort) => contactQuery({ input: { brandIds, filter }, search, sort }),
  })
  const { picks, picked } = table
  const writeTo = useWriteTo(picks)
  const suppressing = useSuppressing(picks)
  return (
    <>
      <TableView
        table={table}
        title="Contacts"
        rowNouns={ROW_NOUNS}
        top={<FiltersBar onDone={table.focus} />}
        opened={useOpenedRow<ContactLine>()}
        side={(row, close) => <ContactDetail row={row} onSuppress={() => suppressing.open([row])} onClose={close} />}
        barStart={
          picked === 0 ? null : (
            <>
              <WriteTo count={picked} onWrite={writeTo} />
              <Button
                variant="default"
                size="compact-xs"
                leftSection={<IconHandStop size={13} aria-hidden />}
                title="S"
                onClick={() => void suppressing.ask()}
              >
                Suppress …
              </Button>
            </>
          )
        }
        saved={{
          write: () => ({ search, hasEmail }),
          read: (state) =>
            useContactFilters.setState({ search: readText(state.search), hasEmail: state.hasEmail === true }),
        }}
        empty={<ViewEmpty table={table} store={useContactFilters} icon={<IconMail size={22} />} of={EMPTY} />}
      />
      <SuppressDialog rows={suppressing.rows} onClose={suppressing.close} />
    </>
  )
}
