import { Button, Group, Text } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import type { ContactLine } from '../../data/contact-query.ts'
import { useDesk } from '../../data/use-desk.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { unsuppress } from '../../state/suppressed.ts'
import { SideHeading, SidePanel } from '../../table/side-panel.tsx'
import { WriteTo, writeToPeople } from '../compose/write-to.tsx'
import { ContactHistory } from './contact-history.tsx'
import { MoreList } from './more-list.tsx'

type Props = { readonly row: ContactLine; readonly onSuppress: () => void }

const SAME_SITE_MAX = 500

/** The contact's suppression as it is now: it may have changed since the row was read. */
const useSuppression = (row: ContactLine) => {
  const { value } = useDesk('contacts.page', {
    brandIds: [row.brandId],
    filter: { prospectId: row.prospectId },
    limit: SAME_SITE_MAX,
  })
  return (value?.rows.find(({ id }) => id === row.id) ?? row).suppression
}

const SuppressionStatus = ({ row, onSuppress }: Props) => {
  const found = useSuppression(row)
  if (found === null)
    return (
      <Button
        variant="default"
        size="compact-xs"
        leftSection={<IconHandStop size={13} aria-hidden />}
        onClick={onSuppress}
      >
        Suppress …
      </Button>
    )
  return (
    <Group wrap="nowrap">
      <StateWord word="suppressed" tone="bad" />
      <Text span flex={1}>
        {found.kind === 'domain' ? `Everyone at ${found.value}` : 'This address'}
        {found.reason === '' ? '' : `: ${found.reason}`}
      </Text>
      <Button flex="none" variant="default" size="compact-xs" onClick={() => void unsuppress([found.value])}>
        Remove from list
      </Button>
    </Group>
  )
}

const History = ({ row }: { readonly row: ContactLine }) => {
  const { value } = useDesk('outreach.contactHistory', { contacts: [{ brandId: row.brandId, contactId: row.id }] })
  const contactHistory = value?.contactHistory ?? row.contactHistory
  return contactHistory === undefined ? null : <ContactHistory contactHistory={contactHistory} />
}

/** One person: their fields, whether they are suppressed, and who contacted them before. */
export const ContactDetail = ({ row, onSuppress, onClose }: Props & { readonly onClose: () => void }) => (
  <SidePanel
    title={row.name ?? row.email ?? row.id}
    note={
      <>
        <BrandBadge brandId={row.brandId} />
        {row.domain === null ? '' : ` · ${row.domain}`}
      </>
    }
    onClose={onClose}
  >
    <section>
      <MoreList more={{ role: row.role, email: row.email ?? 'none yet', site: row.domain, ...row.more }} />
    </section>
    <section>
      <Group gap="xs">
        <WriteTo count={1} onWrite={() => void writeToPeople([row])} />
        {row.email === null ? (
          <span className="soft">
            No e-mail is known here. The service looks it up, and skips the pitch if it finds none.
          </span>
        ) : null}
        <SuppressionStatus row={row} onSuppress={onSuppress} />
      </Group>
    </section>
    <section>
      <SideHeading>Last contacted</SideHeading>
      <History key={`${row.brandId} ${row.id}`} row={row} />
    </section>
  </SidePanel>
)
