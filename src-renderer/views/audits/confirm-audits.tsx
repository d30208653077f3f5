import { Box, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { plural } from '../../format/numbers.ts'
import { shortSite } from '../../format/site.ts'
import { ActionLabel } from '../../parts/action-label.tsx'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { Notice } from '../../parts/notice.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { runAudits, useAudits } from '../../state/audits.ts'
import type { AuditTableRow } from './audit-rows.ts'

type Props = { readonly rows: readonly AuditTableRow[] | null; readonly onClose: () => void }

const Body = ({ rows, onClose }: { readonly rows: readonly AuditTableRow[]; readonly onClose: () => void }) => {
  const isStarting = useAudits((state) => state.isStarting)
  const ready = rows.filter(({ site }) => site.url !== null)
  const bare = rows.filter(({ site }) => site.url === null)
  const start = async () => {
    if (await runAudits(ready.map(({ brand }) => brand.id))) onClose()
  }
  return (
    <Stack
      component="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (ready.length > 0 && !isStarting) void start()
      }}
    >
      <Text>
        The service loads and tests the sites, a few at a time. If one fails, the rest continue. You can cancel audits
        that have not started.
      </Text>
      <Text>The service reports no price for audits. Your plan may limit their number.</Text>
      <Box component="ul" className="box lines" mah={260} aria-label="Sites to audit" tabIndex={0}>
        {ready.map(({ brand, site }) => (
          <Group component="li" key={brand.id} wrap="nowrap" px="sm" py={6}>
            <Box w={190} flex="none">
              <BrandBadge brandId={brand.id} />
            </Box>
            <Text component="bdi" flex={1} truncate>
              {shortSite(site.url ?? '')}
            </Text>
            {site.isGuessed ? <StateWord word="detected" tone="plain" /> : null}
          </Group>
        ))}
      </Box>
      {bare.length === 0 ? null : (
        <Notice tone="warn">
          {plural(bare.length, 'brand')} {bare.length === 1 ? 'has' : 'have'} no known site and{' '}
          {bare.length === 1 ? 'is' : 'are'} left out:{' '}
          {bare
            .slice(0, 5)
            .map(({ brand }) => brand.name)
            .join(', ')}
          {bare.length > 5 ? ` and ${bare.length - 5} more` : ''}. Set {bare.length === 1 ? 'its site' : 'their sites'}{' '}
          in the table.
        </Notice>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" data-autofocus loading={isStarting} disabled={ready.length === 0}>
          <ActionLabel what="Audit" brandIds={ready.map(({ brand }) => brand.id)} many={plural(ready.length, 'site')} />
        </Button>
      </Group>
    </Stack>
  )
}

/** Lists the sites to audit; the person confirms before any audit starts. */
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
