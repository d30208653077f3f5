import { Button, Group, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { plural } from '../../format/numbers.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { useAction } from '../../parts/use-action.ts'
import type { Permission } from '../../state/connector-staging.ts'
import { savePreset, useStaged } from '../../state/connectors.ts'
import { type Column, cellOf, shownValue } from './matrix-model.ts'

const Form = ({ column, onClose }: { readonly column: Column; readonly onClose: () => void }) => {
  const staged = useStaged()
  const [name, setName] = useState('')
  const { isBusy, error, run } = useAction()
  const permissions = Object.fromEntries(
    Object.keys(column.brand.effective).flatMap((tool): [string, Permission][] => {
      const value = shownValue(cellOf(column, tool, staged))
      return value === null ? [] : [[tool, value]]
    }),
  )
  const allowed = Object.values(permissions).filter((value) => value === 'allow').length
  const save = async () => {
    const reply = await run(savePreset({ name, permissions }))
    if (reply.ok) onClose()
  }
  return (
    <Stack
      component="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') void save()
      }}
    >
      <Group>
        <BrandBadge brandId={column.brandId} />
        <span className="soft">
          {allowed} of {plural(Object.keys(permissions).length, 'tool')} allowed, including changes not applied yet
        </span>
      </Group>
      <TextField data-autofocus label="Name of the preset" maxLength={80} value={name} onChange={setName} />
      <ErrorNotice error={error} title="The preset was not saved" />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>
          Save the preset
        </Button>
      </Group>
    </Stack>
  )
}

/** Saves a brand's column as a preset, which can be staged for other brands. */
export const SavePreset = ({ column, onClose }: { readonly column: Column | null; readonly onClose: () => void }) => (
  <Modal opened={column !== null} onClose={onClose} title="Save as a preset" size={460}>
    {column === null ? null : <Form column={column} onClose={onClose} />}
  </Modal>
)
