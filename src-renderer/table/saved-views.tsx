import { ActionIcon, Button, Divider, Group, Popover, Stack } from '@mantine/core'
import { IconBookmark, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { SavedView } from '../../src-shared/desk/desk.ts'
import { TextField } from '../parts/fields/text-field.tsx'
import { orNotify } from '../state/notices.ts'
import { deleteView, saveView, useSavedViews } from '../state/settings.ts'

type SavedViewsProps = {
  readonly view: string
  /** What a saved view keeps: filters, sorting and columns as they are now. */
  readonly current: () => SavedView['state']
  readonly onOpen: (state: SavedView['state']) => void
}

export const SavedViews = ({ view, current, onOpen }: SavedViewsProps) => {
  const views = useSavedViews(view)
  const [name, setName] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const title = name.trim()
    if (title === '') return
    const reply = await orNotify(`The view “${title}” was not saved`, saveView(view, title, current()))
    if (reply.ok) setName('')
  }
  const remove = async (saved: SavedView) => {
    await orNotify(`The view “${saved.name}” was not removed`, deleteView(saved.id))
  }
  return (
    <Popover position="bottom-end" shadow="md" width={280} trapFocus opened={isOpen} onChange={setIsOpen}>
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          leftSection={<IconBookmark size={14} aria-hidden />}
          onClick={() => setIsOpen((was) => !was)}
        >
          Views{views.length === 0 ? '' : ` ${views.length}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <Stack gap={2} mah={380} style={{ overflow: 'auto' }}>
          {views.length === 0 ? <div>Save the filters, columns and sort order under a name.</div> : null}
          {views.map((saved) => (
            <Group key={saved.id} gap={2} mih={28} wrap="nowrap">
              <Button
                flex={1}
                variant="subtle"
                color="gray"
                size="compact-sm"
                justify="flex-start"
                onClick={() => {
                  onOpen(saved.state)
                  setIsOpen(false)
                }}
              >
                {saved.name}
              </Button>
              <ActionIcon size="sm" aria-label={`Remove the view ${saved.name}`} onClick={() => void remove(saved)}>
                <IconTrash size={14} />
              </ActionIcon>
            </Group>
          ))}
        </Stack>
        <Divider my={8} />
        <Group component="form" gap={6} wrap="nowrap" onSubmit={(event: FormEvent) => void save(event)}>
          <TextField
            flex={1}
            aria-label="Name of the view"
            placeholder="Name"
            maxLength={80}
            value={name}
            onChange={setName}
          />
          <Button type="submit" disabled={name.trim() === ''}>
            Save
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}
