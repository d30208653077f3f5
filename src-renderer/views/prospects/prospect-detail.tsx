import type { ContactRow, ProspectRow } from '../../../src-shared/desk/prospects.ts'
import { BrandBadge } from '../../components/brand-badge.tsx'
import { useDesk } from '../../store/use-desk.ts'
import { SafeLink } from '../../table/safe-link.tsx'
import { SideHeading, SidePanel } from '../../table/side-panel.tsx'
import { MoreList } from './more-list.tsx'
import css from './prospects.module.css'
import { StatusWord } from './status-word.tsx'

const PEOPLE_MAX = 100

const People = ({ row }: { readonly row: ProspectRow }) => {
  const { value } = useDesk('contacts.page', {
    brandIds: [row.brandId],
    filter: { prospectId: row.id },
    limit: PEOPLE_MAX,
  })
  if (value === undefined) return null
  if (value.rows.length === 0) return <span className={css.soft}>No people are known at this site.</span>
  return (
    <ul className={css.people}>
      {value.rows.map((contact) => (
        <li key={contact.id}>
          <b>{contact.name ?? 'no name'}</b> {contact.role}
          <div className={css.soft}>{contact.email ?? 'no address yet'}</div>
        </li>
      ))}
    </ul>
  )
}

type ProspectDetailProps = { readonly row: ProspectRow; readonly onClose: () => void }

export const ProspectDetail = ({ row, onClose }: ProspectDetailProps) => (
  <SidePanel
    title={row.domain ?? row.title ?? row.id}
    note={
      <>
        <BrandBadge brandId={row.brandId} /> · <StatusWord word={row.status} />
      </>
    }
    onClose={onClose}
  >
    {row.title === null && row.url === null ? null : (
      <section>
        <SideHeading>{row.title ?? 'Page'}</SideHeading>
        {row.url === null ? null : <SafeLink text={row.url} />}
      </section>
    )}
    <section>
      <SideHeading>People</SideHeading>
      <People row={row} />
    </section>
    <section>
      <SideHeading>Further fields</SideHeading>
      <MoreList more={row.more} />
    </section>
  </SidePanel>
)

type ContactDetailProps = { readonly row: ContactRow; readonly onClose: () => void }

export const ContactDetail = ({ row, onClose }: ContactDetailProps) => (
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
      <MoreList more={{ role: row.role, 'e-mail': row.email, site: row.domain, ...row.more }} />
    </section>
  </SidePanel>
)
