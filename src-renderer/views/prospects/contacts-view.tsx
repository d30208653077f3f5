import { Button, Chip } from '@mantine/core'
import { IconFilterOff, IconHandStop, IconMail, IconRefresh, IconSearch } from '@tabler/icons-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { create } from 'zustand'
import type { CallInput } from '../../../src-shared/desk/contract.ts'
import type { Reply } from '../../../src-shared/desk/errors.ts'
import type { BlockAsk, BlockReply } from '../../data/block-cache.ts'
import { ask } from '../../data/desk.ts'
import { windowOf } from '../../data/desk-query.ts'
import { useBlocks, useRefreshOnChange } from '../../data/use-blocks.ts'
import { FreshnessLabel } from '../../parts/freshness-label.tsx'
import { useBrand } from '../../state/brands.ts'
import { brandIdsOf, useScope } from '../../state/location.ts'
import { DataTable, type DataTableHandle } from '../../table/data-table.tsx'
import { readLayout, writeLayout } from '../../table/layout.ts'
import type { TablePicks } from '../../table/picked-rows.ts'
import { SavedViews } from '../../table/saved-views.tsx'
import { SearchInput } from '../../table/search-input.tsx'
import { toSortKeys } from '../../table/sorting.ts'
import css from '../../table/table-page.module.css'
import { TablePage } from '../../table/table-page.tsx'
import { useLayout } from '../../table/use-layout.ts'
import { ViewEmpty } from '../../table/view-empty.tsx'
import { useWriteTo, WriteTo } from '../compose/write-to.tsx'
import { type ContactLine, withPressure } from './contact-care.ts'
import { ContactDetail } from './contact-detail.tsx'
import { ALL_BRANDS_CONTACTS, CONTACT_SORTING, ONE_BRAND_CONTACTS } from './prospect-columns.tsx'
import { SuppressDialog } from './suppress-dialog.tsx'
import { useSuppressing } from './use-suppressing.ts'

type Filters = { readonly search: string; readonly hasEmail: boolean }
const NO_FILTERS: Filters = { search: '', hasEmail: false }
const useFilters = create<Filters>()(() => NO_FILTERS)
const clearFilters = (): void => useFilters.setState(NO_FILTERS)

const ROW_WORDS = ['contact', 'contacts'] as const
type ContactInput = CallInput<'contacts.page'>

const useContacts = () => {
  const scope = useScope()
  const isAll = scope === 'all'
  const columns = isAll ? ALL_BRANDS_CONTACTS : ONE_BRAND_CONTACTS
  const arrangement = useLayout({ view: isAll ? 'contacts.all' : 'contacts', columns, sorting: CONTACT_SORTING })
  const { search, hasEmail } = useFilters()
  const { sorting } = arrangement.layout
  const query = useMemo(() => {
    const sort = toSortKeys(columns, [...sorting])
    const input: ContactInput = {
      brandIds: brandIdsOf(scope),
      filter: hasEmail ? { hasEmail } : {},
      ...(search.trim() === '' ? {} : { search: search.trim() }),
      ...(sort.length === 0 ? {} : { sort: sort as NonNullable<ContactInput['sort']> }), // fields of the columns' own list
    }
    return {
      key: JSON.stringify(input),
      scope,
      hasDetails: true,
      fetch: async (wanted: BlockAsk): Promise<Reply<BlockReply<ContactLine>>> => {
        const reply = await ask('contacts.page', { ...input, ...windowOf(wanted) })
        return wanted.isDetailed ? withPressure(reply) : reply
      },
    }
  }, [scope, columns, sorting, search, hasEmail])
  const blocks = useBlocks<ContactLine>(query)
  return { scope, columns, arrangement, search, hasEmail, query, blocks }
}

const FiltersBar = ({ onDone }: { readonly onDone: () => void }) => {
  const { search, hasEmail } = useFilters()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={css.filters}>
      <SearchInput
        inputRef={input}
        label="Filter by name, role, address or site"
        placeholder="Filter contacts"
        icon={<IconSearch size={14} aria-hidden />}
        value={search}
        onChange={(value) => useFilters.setState({ search: value })}
        onDone={onDone}
      />
      <Chip size="xs" checked={hasEmail} onChange={(next) => useFilters.setState({ hasEmail: next })}>
        with an address
      </Chip>
    </div>
  )
}

export const ContactsView = () => {
  const { scope, columns, arrangement, search, hasEmail, query, blocks } = useContacts()
  const brand = useBrand(scope)
  const table = useRef<DataTableHandle>(null)
  const picks = useRef<TablePicks<ContactLine>>(null)
  const [picked, setPicked] = useState(0)
  const [opened, setOpened] = useState<ContactLine | null>(null)
  const shown = opened !== null && (scope === 'all' || opened.brandId === scope) ? opened : null
  useRefreshOnChange(blocks.cache, brandIdsOf(scope), picked > 0)
  const writeTo = useWriteTo(picks)
  const suppressing = useSuppressing(picks)
  const focusRows = useCallback(() => table.current?.focus(), [])
  const close = () => {
    if (shown === null) return false
    setOpened(null)
    focusRows()
    return true
  }
  const { asOf, shownKey } = blocks.snapshot
  return (
    <>
      <TablePage
        title="Contacts"
        note={shownKey === null ? null : <FreshnessLabel asOf={asOf} dataset="contacts" />}
        top={<FiltersBar onDone={focusRows} />}
        table={
          <DataTable
            ref={table}
            label={`Contacts of ${brand?.name ?? 'all brands'}`}
            rowWords={ROW_WORDS}
            columns={columns}
            layout={arrangement.layout}
            startLayout={arrangement.start}
            onLayout={arrangement.setLayout}
            blocks={blocks}
            query={query}
            onOpen={setOpened}
            onClose={close}
            {...(shown === null ? {} : { onActive: setOpened })}
            picks={picks}
            onPicked={setPicked}
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
            barEnd={
              <SavedViews
                view="contacts"
                current={() => ({ layout: writeLayout(arrangement.layout), search, hasEmail })}
                onOpen={(state) => {
                  arrangement.setLayout(readLayout(columns, state.layout, arrangement.start))
                  useFilters.setState({
                    search: typeof state.search === 'string' ? state.search : '',
                    hasEmail: state.hasEmail === true,
                  })
                }}
              />
            }
            empty={
              <ViewEmpty
                scope={scope}
                asOf={asOf}
                datasets={['prospects', 'contacts']}
                isFiltered={search.trim() !== '' || hasEmail}
                onClear={clearFilters}
                icons={{
                  none: <IconMail size={22} />,
                  filtered: <IconFilterOff size={22} />,
                  never: <IconRefresh size={22} />,
                }}
                words={{ many: 'contacts', teaches: 'Contacts are people found at prospect sites.' }}
              />
            }
          />
        }
        side={
          shown === null ? null : (
            <ContactDetail row={shown} onSuppress={() => suppressing.open([shown])} onClose={close} />
          )
        }
      />
      <SuppressDialog rows={suppressing.rows} onClose={suppressing.close} />
    </>
  )
}
