import { Button, Group, Stack, Text } from '@mantine/core'
import type { Annotation } from '../../../src-shared/desk/annotations.ts'
import { ANNOTATION_LABELS, annotationDays } from '../../format/annotation-labels.ts'
import { formatMoment } from '../../format/time.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { Name } from '../../parts/name.tsx'
import { removeNotes, writeNote } from '../../state/annotations.ts'
import { go } from '../../state/location.ts'
import { SidePanel } from '../../table/side-panel.tsx'
import { SafeMarkdown } from '../compose/pitch-text.tsx'

const Brands = ({ brandIds }: Pick<Annotation, 'brandIds'>) =>
  brandIds === 'all' ? (
    <Text size="sm">All brands</Text>
  ) : (
    <Group gap="4px 12px">
      {brandIds.map((brandId) => (
        <BrandBadge key={brandId} brandId={brandId} />
      ))}
    </Group>
  )

const openKeyword = ({ brandIds, keyword }: Annotation) => {
  const [brandId] = brandIds === 'all' ? [] : brandIds
  if (brandId !== undefined && keyword !== null)
    go({ view: 'rankings', scope: brandId, params: { brand: brandId, keyword } })
}

type Props = { readonly row: Annotation; readonly onClose: () => void }

const Actions = ({ row, onClose }: Props) => {
  const { kind, link, brandIds } = row
  const [brandId] = brandIds === 'all' ? [] : brandIds
  if (kind !== 'note')
    return link === null || brandId === undefined ? null : (
      <Button variant="default" onClick={() => go({ ...link, scope: brandId })}>
        View details
      </Button>
    )
  return (
    <Group gap="xs">
      <Button variant="default" onClick={() => writeNote({ ...row, old: row })}>
        Edit note
      </Button>
      <Button
        variant="default"
        onClick={() => {
          void removeNotes([row.id])
          onClose()
        }}
      >
        Remove note
      </Button>
      {row.keyword === null || brandId === undefined ? null : (
        <Button variant="default" onClick={() => openKeyword(row)}>
          Keyword in Rankings
        </Button>
      )}
    </Group>
  )
}

/** One note or event, whole. */
export const AnnotationPanel = ({ row, onClose }: Props) => (
  <SidePanel title={annotationDays(row)} note={ANNOTATION_LABELS[row.kind]} onClose={onClose}>
    <Stack gap={12}>
      <Brands brandIds={row.brandIds} />
      {row.keyword === null ? null : (
        <Text size="sm">
          Keyword: <Name>{row.keyword}</Name>
        </Text>
      )}
      {row.page === null ? null : (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          Page: {row.page}
        </Text>
      )}
      {row.kind === 'note' ? <SafeMarkdown text={row.text} /> : <Text size="sm">{row.text}</Text>}
      <Text size="xs" c="dimmed">
        {row.kind === 'note' ? 'Written' : 'At'} {formatMoment(row.at)}
        {row.by === null ? null : (
          <>
            {' '}
            by <Name>{row.by.name}</Name>
          </>
        )}
      </Text>
      <Actions row={row} onClose={onClose} />
    </Stack>
  </SidePanel>
)
