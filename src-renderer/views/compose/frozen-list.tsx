import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { PreviewRow } from '../../../src-shared/desk/composing.ts'
import type { DeskErrorValue } from '../../../src-shared/desk/errors.ts'
import { formatWhole } from '../../format/numbers.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Name } from '../../parts/name.tsx'
import { setCompose, useCompose } from '../../state/compose/compose.ts'
import { frozenPage } from '../../state/compose/preview.ts'
import { addressLabel } from './address-label.ts'
import { OpenPitchActions } from './open-pitch.tsx'
import { PitchPaper } from './pitch-text.tsx'
import { Findings } from './preview-pane.tsx'

export type Shown = 'blocked' | 'warned' | 'ready'
const PAGE = 50

const usePages = (previewId: string, show: Shown) => {
  const [rows, setRows] = useState<readonly PreviewRow[]>([])
  const [total, setTotal] = useState(0)
  const [error, setError] = useState<DeskErrorValue | null>(null)
  const [offset, setOffset] = useState(0)
  useEffect(() => {
    let isOld = false
    void frozenPage({ previewId, show, offset, limit: PAGE }).then((reply) => {
      if (isOld) return
      if (!reply.ok) return setError(reply.error)
      setTotal(reply.value.total)
      setRows((known) => [...known.slice(0, offset), ...reply.value.rows])
    })
    return () => {
      isOld = true
    }
  }, [previewId, show, offset])
  return { rows, total, error, more: () => setOffset(rows.length) }
}

/** Back to writing, with this person in the preview. */
const editRecipient = ({ brandId, contactId }: PreviewRow): void => {
  const at = useCompose
    .getState()
    .people.findIndex((person) => person.brandId === brandId && person.contactId === contactId)
  setCompose({ step: 'write', at: Math.max(0, at) })
}

type RowProps = { readonly row: PreviewRow; readonly isLeftOut: boolean }

const Row = ({ row, isLeftOut }: RowProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Stack component="li" gap="xs" py={10}>
      <Group gap={10} wrap="nowrap">
        <BrandBadge brandId={row.brandId} />
        <Text span truncate flex={1}>
          <strong>
            <Name>{row.name ?? row.email ?? row.contactId}</Name>
          </strong>{' '}
          <span className="soft">{addressLabel(row)}</span>
        </Text>
        {isLeftOut ? null : (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            flex="none"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide' : 'Read'}
          </Button>
        )}
        <Button variant="default" size="compact-xs" flex="none" onClick={() => editRecipient(row)}>
          Edit
        </Button>
      </Group>
      <Findings
        row={isLeftOut ? { blockers: row.blockers, warnings: [] } : row}
        openPitch={<OpenPitchActions row={row} />}
      />
      {isOpen ? <PitchPaper subject={row.subject} body={row.body} shadow="xs" /> : null}
    </Stack>
  )
}

const Rows = ({ previewId, show }: { readonly previewId: string; readonly show: Shown }) => {
  const { rows, total, error, more } = usePages(previewId, show)
  if (error !== null) return <ErrorNotice error={error} title="The pitches could not be read" />
  return (
    <>
      <ul className="lines">
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: frozen rows never move, and a contact may be in them twice
          <Row key={index} row={row} isLeftOut={show === 'blocked'} />
        ))}
      </ul>
      {rows.length < total ? (
        <Group justify="center">
          <Button variant="default" size="compact-sm" onClick={more}>
            Show {formatWhole(Math.min(PAGE, total - rows.length))} more of {formatWhole(total - rows.length)}
          </Button>
        </Group>
      ) : null}
    </>
  )
}

type Props = { readonly previewId: string; readonly counts: Readonly<Record<Shown, number>> }

const TITLES: Record<Shown, string> = { blocked: 'Blocked', warned: 'With warnings', ready: 'Not blocked' }

/** The frozen pitches: blocked ones with the reason, those with warnings, and all that will be sent. */
export const FrozenList = ({ previewId, counts }: Props) => {
  const offered = (Object.keys(TITLES) as Shown[]).filter((shown) => counts[shown] > 0) // keys of a const object
  const [chosen, setChosen] = useState<Shown | null>(null)
  const show = chosen ?? offered[0]
  if (show === undefined) return null
  return (
    <Stack component="section" aria-label="Pitches">
      <SegmentedControl
        style={{ alignSelf: 'flex-start' }}
        aria-label="Which pitches"
        data={offered.map((value) => ({ value, label: `${TITLES[value]} ${formatWhole(counts[value])}` }))}
        value={show}
        onChange={(next) => setChosen(offered.find((value) => value === next) ?? null)}
      />
      <Rows key={show} previewId={previewId} show={show} />
    </Stack>
  )
}
