import { Chip } from '@mantine/core'
import { MenuFilter } from '../../parts/menu-filter.tsx'
import { useOutboxFilters } from '../../state/list-filters.ts'
import { FilterRow } from '../../table/filter-row.tsx'
import { statusLabel } from './outbox-labels.ts'
import type { Around } from './use-outbox.ts'

type BarProps = { readonly around: Around; readonly onDone: () => void }

export const OutboxFilters = ({ around, onDone }: BarProps) => {
  const { search, isWaiting, status, mailbox } = useOutboxFilters()
  const statusLabels = Object.fromEntries(
    around.statusCounts.map(({ status: word, count }) => [word, `${statusLabel(word)} · ${count}`]),
  )
  const mailboxLabels = Object.fromEntries(
    around.mailboxCounts.map(({ mailboxEmail, count }) => [mailboxEmail, `${mailboxEmail} · ${count}`]),
  )
  return (
    <FilterRow
      label="Filter by person, address, site or subject"
      placeholder="Filter the outbox"
      value={search}
      onChange={(value) => useOutboxFilters.setState({ search: value })}
      onDone={onDone}
    >
      <Chip size="xs" checked={isWaiting} onChange={(next) => useOutboxFilters.setState({ isWaiting: next })}>
        Queued only
      </Chip>
      <MenuFilter
        label="Status"
        labels={statusLabels}
        chosen={status}
        onChange={(next) => useOutboxFilters.setState({ status: next })}
      />
      {around.mailboxCounts.length === 0 ? null : (
        <MenuFilter
          label="Mailbox"
          labels={mailboxLabels}
          chosen={mailbox}
          onChange={(next) => useOutboxFilters.setState({ mailbox: next })}
        />
      )}
    </FilterRow>
  )
}
