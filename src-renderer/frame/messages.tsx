import { Button, Group, Stack, Text } from '@mantine/core'
import { formatInstant } from '../format/time.ts'
import { BrandBadge } from '../parts/brand-badge.tsx'
import { Notice } from '../parts/notice.tsx'
import { UiDialog } from '../parts/ui-dialog.tsx'
import { clearMessages, type Message, openPlace, useMessages } from '../state/notices.ts'
import { closeDialog } from '../state/ui.ts'

const Row = ({ level, title, text, atMs, opens, brandId }: Message) => (
  <Notice
    tone={level === 'error' ? 'bad' : 'warn'}
    actions={
      opens === undefined ? null : (
        <Button
          variant="default"
          onClick={() => {
            closeDialog()
            openPlace(opens, brandId)
          }}
        >
          View
        </Button>
      )
    }
  >
    <strong>{title}</strong>
    <div>{text}</div>
    <Group>
      {brandId === undefined ? null : <BrandBadge brandId={brandId} />}
      <Text span size="xs" c="dimmed">
        {formatInstant(new Date(atMs).toISOString())}
      </Text>
    </Group>
  </Notice>
)

const List = () => {
  const list = useMessages((state) => state.list)
  return (
    <Stack>
      {list.length === 0 ? <Text c="dimmed">No messages.</Text> : null}
      <Stack component="ul" gap="xs" m={0} p={0} aria-label="Messages" style={{ listStyle: 'none' }}>
        {list.map((message) => (
          <li key={message.id}>
            <Row {...message} />
          </li>
        ))}
      </Stack>
      <Group justify="flex-end">
        <Button
          variant="default"
          disabled={list.length === 0}
          onClick={() => {
            clearMessages()
            closeDialog()
          }}
        >
          Clear the list
        </Button>
      </Group>
    </Stack>
  )
}

/** Warnings and errors since the page was opened, and those that the desk still keeps. */
export const Messages = () => (
  <UiDialog name="messages" title="Messages" size={560}>
    <List />
  </UiDialog>
)
