import { Button, Modal } from '@mantine/core'
import { plural } from '../../format/numbers.ts'
import { shortSite } from '../../format/site.ts'
import { ActWords } from '../../parts/act-words.tsx'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { runAudits, useAudits } from '../../state/audits.ts'
import type { AuditTableRow } from './audit-rows.ts'
import css from './audits.module.css'

type Props = { readonly rows: readonly AuditTableRow[] | null; readonly onClose: () => void }

const Body = ({ rows, onClose }: { readonly rows: readonly AuditTableRow[]; readonly onClose: () => void }) => {
  const isStarting = useAudits((state) => state.isStarting)
  const ready = rows.filter(({ site }) => site.url !== null)
  const bare = rows.filter(({ site }) => site.url === null)
  const start = async () => {
    if (await runAudits(ready.map(({ brand }) => brand.id))) onClose()
  }
  return (
    <form
      className={css.dialog}
      onSubmit={(event) => {
        event.preventDefault()
        if (ready.length > 0 && !isStarting) void start()
      }}
    >
      <p className={css.plain}>
        The service loads and tests the sites, a few at a time. If one fails, the rest continue. You can cancel audits
        that have not started.
      </p>
      <p className={css.cost}>The service reports no price for audits. Your plan may limit their number.</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <ul className={css.toRun} aria-label="Sites to audit" tabIndex={0}>
        {ready.map(({ brand, site }) => (
          <li key={brand.id}>
            <BrandBadge brandId={brand.id} />
            <bdi className={css.siteName}>{shortSite(site.url ?? '')}</bdi>
            {site.isGuessed ? <span className={css.guessed}>guessed</span> : null}
          </li>
        ))}
      </ul>
      {bare.length === 0 ? null : (
        <p className={css.bare}>
          {plural(bare.length, 'brand')} {bare.length === 1 ? 'has' : 'have'} no known site and{' '}
          {bare.length === 1 ? 'is' : 'are'} left out:{' '}
          {bare
            .slice(0, 5)
            .map(({ brand }) => brand.name)
            .join(', ')}
          {bare.length > 5 ? ` and ${bare.length - 5} more` : ''}. Set {bare.length === 1 ? 'its site' : 'their sites'}{' '}
          in the table.
        </p>
      )}
      <div className={css.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" data-autofocus loading={isStarting} disabled={ready.length === 0}>
          <ActWords what="Audit" brandIds={ready.map(({ brand }) => brand.id)} many={plural(ready.length, 'site')} />
        </Button>
      </div>
    </form>
  )
}

/** Which sites will be audited, before any is. */
export const ConfirmAudits = ({ rows, onClose }: Props) => (
  <Modal
    opened={rows !== null}
    onClose={onClose}
    title={rows === null ? '' : `Audit ${plural(rows.length, 'brand')}`}
    size={520}
  >
    {rows === null ? null : <Body rows={rows} onClose={onClose} />}
  </Modal>
)
