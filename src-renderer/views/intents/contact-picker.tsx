import { Select } from '@mantine/core'
import { useState } from 'react'
import { useDesk } from '../../data/use-desk.ts'

type Props = {
  readonly brandId: string
  readonly onPick: (contact: { readonly prospectEmailId: string; readonly person: string }) => void
}

const FOUND_MAX = 30

/** Picks a contact of the brand, by name, address or site. */
export const ContactPicker = ({ brandId, onPick }: Props) => {
  const [search, setSearch] = useState('')
  const { value } = useDesk('contacts.page', {
    brandIds: [brandId],
    limit: FOUND_MAX,
    ...(search.trim() === '' ? {} : { search: search.trim().slice(0, 500) }),
  })
  const found = (value?.rows ?? []).map(({ id, name, email, domain }) => ({
    value: id,
    label: [name ?? 'no name', email ?? domain].filter((part) => part !== null).join(' · '),
  }))
  return (
    <Select
      label="Recipient"
      placeholder="Find a contact"
      searchable
      data={found}
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      value={null}
      onChange={(id) => {
        const contact = found.find((each) => each.value === id)
        if (contact !== undefined) onPick({ prospectEmailId: contact.value, person: contact.label })
      }}
    />
  )
}
