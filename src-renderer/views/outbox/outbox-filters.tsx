import { Chip } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRef } from 'react'
import { MenuFilter } from '../../parts/menu-filter.tsx'
import { SearchInput } from '../../table/search-input.tsx'
import page from '../../table/table-page.module.css'
import { statusWord } from './outbox-words.ts'
import { type Around, useFilters } from './use-outbox.ts'

type BarProps = { readonly around: Around; readonly onDone: () => void }

export const OutboxFilters = ({ around, onDone }: BarProps) => {
  const { search, isWaiting, status, mailbox } = useFilters()
  const input = useRef<HTMLInputElement>(null)
  const statusWords = Object.fromEntries(
    around.statusCounts.map(({ status: word, count }) => [word, `${statusWord(word)} · ${count}`]),
  )
  const mailboxWords = Object.fromEntries(
    around.mailboxCounts.map(({ mailboxEmail, count }) => [mailboxEmail, `${mailboxEmail} · ${count}`]),
  )
  return (
    <div className={page.filters}>
      <SearchInput
        inputRef={input}
        label="Filter by person, address, site or subject"
        placeholder="Filter the outbox"
        icon={<IconSearch size={14} aria-hidden />}
        value={search}
        onChange={(value) => useFilters.setState({ search: value })}
        onDone={onDone}
      />
      <Chip size="xs" checked={isWaiting} onChange={(next) => useFilters.setState({ isWaiting: next })}>
        waiting only
      </Chip>
      <MenuFilter
        label="Status"
        words={statusWords}
        chosen={status}
        onChange={(next) => useFilters.setState({ status: next })}
      />
      {around.mailboxCounts.length === 0 ? null : (
        <MenuFilter
          label="Mailbox"
          words={mailboxWords}
          chosen={mailbox}
          onChange={(next) => useFilters.setState({ mailbox: next })}
        />
      )}
    </div>
  )
}
