import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { SyncPreview } from '../../../src-shared/desk/connectors.ts'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { DeskErrorValue } from '../../../src-shared/desk/errors.ts'
import { plural } from '../../format/numbers.ts'
import { ActionLabel } from '../../parts/action-label.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { useTypedNumber } from '../../parts/fields/typed-number.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useAction } from '../../parts/use-action.ts'
import { previewSync, setSync } from '../../state/connectors.ts'
import type { Tools } from './change-list.tsx'
import { BrandChanges, BrandNames, cellsIn } from './sync-changes.tsx'
import { compareSync } from './sync-compare.ts'
import { type Changed, SyncResult } from './sync-result.tsx'
import { toolsByName } from './tool-names.ts'

type PreviewProps = {
  readonly preview: SyncPreview
  readonly tools: Tools
  readonly isLocked: boolean
  readonly isBusy: boolean
  readonly onSwitch: () => void
  readonly onClose: () => void
}

const Preview = ({ preview, tools, isLocked, isBusy, onSwitch, onClose }: PreviewProps) => {
  const { brandId, enabled, brands, unknown, note } = preview
  const touched = new Set([brandId, ...brands.map((each) => each.brandId)])
  const { isTyped, field } = useTypedNumber(touched.size, 'the number of brands that may change')
  return (
    <Stack
      component="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy && isTyped) onSwitch()
      }}
    >
      <Notice tone="warn">
        <strong>
          {enabled
            ? 'The permissions of this brand become the shared list of its organisation.'
            : 'Every brand of the organisation goes back to its own permissions.'}
        </strong>{' '}
        This changes every brand of the organisation.
      </Notice>
      <Text component="h3" size="md" fw={600}>
        {brands.length === 0
          ? 'No cell of a brand on this desk would change'
          : `${plural(cellsIn(brands), 'cell')} of ${plural(brands.length, 'brand')} would change`}
      </Text>
      {brands.length === 0 ? null : <BrandChanges brands={brands} tools={tools} />}
      <BrandNames summary={`${plural(unknown.length, 'brand')} that may or may not change`} brandIds={unknown} />
      <Text c="dimmed">{note}</Text>
      {isLocked ? null : field}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Keep as it is
        </Button>
        <Button
          type="submit"
          loading={isBusy}
          disabled={isLocked || !isTyped}
          title={isLocked ? 'The key of this brand belongs to a member. Only an admin can switch sync.' : undefined}
        >
          <ActionLabel what={`Switch sync ${enabled ? 'on' : 'off'} for the organisation of`} brandIds={[brandId]} />
        </Button>
      </Group>
    </Stack>
  )
}

type Props = {
  readonly brandId: string | null
  readonly matrix: CallOutput<'connectors.matrix'> | undefined
  readonly onClose: () => void
}

const Body = ({ brandId, matrix, onClose }: Props & { readonly brandId: string }) => {
  const row = matrix?.brands.find((each) => each.brandId === brandId)
  // Kept from the first render: the switch itself must not reverse the preview.
  const [enabled] = useState(() => !(row?.syncEnabled ?? false))
  const [preview, setPreview] = useState<SyncPreview | null>(null)
  const [changed, setChanged] = useState<Changed | null>(null)
  const [error, setError] = useState<DeskErrorValue | null>(null)
  const switching = useAction()
  const tools = toolsByName(matrix?.tools ?? [])
  useEffect(() => {
    let isOld = false
    void previewSync({ brandId, enabled }).then((reply) => {
      if (isOld) return
      if (reply.ok) setPreview(reply.value)
      else setError(reply.error)
    })
    return () => {
      isOld = true
    }
  }, [brandId, enabled])
  const switchSync = async () => {
    const reply = await switching.run(setSync({ brandId, enabled }))
    if (reply.ok) setChanged(reply.value)
  }
  return (
    <>
      <ErrorNotice error={error} title="No preview" />
      <ErrorNotice error={switching.error} title="Sync was not switched" />
      {preview === null ? (
        error === null ? (
          <Text c="dimmed">Loading the preview …</Text>
        ) : null
      ) : changed === null ? (
        <Preview
          preview={preview}
          tools={tools}
          isLocked={row?.canManage !== true}
          isBusy={switching.isBusy}
          onSwitch={() => void switchSync()}
          onClose={onClose}
        />
      ) : (
        <SyncResult changed={changed} compared={compareSync(preview, changed)} tools={tools} onClose={onClose} />
      )}
    </>
  )
}

/** Previews which cells of which brands a switch of organisation sync changes, then shows which did. */
export const SyncSimulator = ({ brandId, matrix, onClose }: Props) => (
  <Modal opened={brandId !== null} onClose={onClose} title="Organisation sync" size={680}>
    {brandId === null ? null : <Body key={brandId} brandId={brandId} matrix={matrix} onClose={onClose} />}
  </Modal>
)
