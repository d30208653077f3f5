import type { ContactRow } from '../../../src-shared/desk/prospects.ts'
import { BrandBadge } from '../../components/brand-badge.tsx'
import { SidePanel } from '../../table/side-panel.tsx'
import { MoreList } from './more-list.tsx'

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
