import { Select, Text } from '@mantine/core'
import { useMemo } from 'react'
import { useDesk } from '../../data/use-desk.ts'
import { plural } from '../../format/numbers.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { byName, useBrand, useBrands } from '../../state/brands.ts'
import { brandsOfPeople, useCompose } from '../../state/compose/compose.ts'
import { useScope } from '../../state/location.ts'
import { FieldHead } from './field-head.tsx'
import { goToDraft } from './go-to-draft.ts'

/** Which of the brand's mailboxes write: the one, or all of them in rotation. */
const Mailboxes = ({ brandId }: { readonly brandId: string }) => {
  const { value } = useDesk('outreach.mailboxes', { brandIds: [brandId] })
  if (value === undefined) return null
  const emails = value.mailboxes.map(({ email }) => email)
  const [first] = emails
  return (
    <Text span inherit c="dimmed" truncate title={emails.join(', ')}>
      {first === undefined
        ? 'no mailbox synced yet'
        : emails.length === 1
          ? first
          : `${first} and ${plural(emails.length - 1, 'other mailbox', 'other mailboxes')} in rotation`}
    </Text>
  )
}

/** Over all brands, before there are people: a brand that writes, with the draft as it is. */
const BrandChoice = () => {
  const list = useBrands((state) => state.list)
  const data = useMemo(() => byName(list).map(({ id, name }) => ({ value: id, label: name })), [list])
  return (
    <Select
      w={190}
      size="xs"
      aria-label="Brand that writes"
      placeholder="Choose a brand"
      searchable
      data={data}
      value={null}
      onChange={(brandId) => brandId !== null && void goToDraft(brandId)}
    />
  )
}

/** Who writes: the brand of the people, else the one in view, and its mailboxes. */
export const FromLine = () => {
  const people = useCompose((state) => state.people)
  const inView = useBrand(useScope())?.id
  const brandIds = brandsOfPeople(people)
  const only = brandIds.length === 0 ? inView : brandIds.length === 1 ? brandIds[0] : undefined
  return (
    <section aria-label="Sender">
      <FieldHead>
        <Text span inherit fw={600} w={34}>
          From
        </Text>
        {only !== undefined ? (
          <>
            <BrandBadge brandId={only} />
            <Mailboxes brandId={only} />
          </>
        ) : brandIds.length === 0 ? (
          <>
            <BrandChoice />
            <Text span inherit c="dimmed">
              or add people of several brands
            </Text>
          </>
        ) : (
          <Text span inherit c="dimmed">
            Each of the {plural(brandIds.length, 'brand')} writes from its own mailboxes.
          </Text>
        )}
      </FieldHead>
    </section>
  )
}
