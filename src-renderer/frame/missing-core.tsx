import { Box, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconDatabaseOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { DeskErrorValue } from '../../src-shared/desk/errors.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { lookForBackups, startEmpty, useRecovery } from '../state/recovery.ts'

type Work = 'look' | 'empty' | null

const ConfirmEmpty = ({ onClose, onConfirm }: { readonly onClose: () => void; readonly onConfirm: () => void }) => (
  <Modal opened onClose={onClose} title="Start with an empty desk?" size={480}>
    <Text c="dimmed" mb="md">
      The desk deletes the cached rows in cache.db, and you add your brands again. Drafts, suppressions and settings are
      lost. You can restore a backup later in Settings → Data and sync.
    </Text>
    <Group justify="flex-end">
      <Button variant="default" data-autofocus onClick={onClose}>
        Cancel
      </Button>
      <Button onClick={onConfirm}>Start with an empty desk</Button>
    </Group>
  </Modal>
)

/** In place of the whole window while core.db is missing: nothing changes until a person chooses. */
export const MissingCore = () => {
  const recovery = useRecovery((state) => state.recovery)
  const [work, setWork] = useState<Work>(null)
  const [isAsked, setAsked] = useState(false)
  const [isNoneFound, setNoneFound] = useState(false)
  const [error, setError] = useState<DeskErrorValue | null>(null)
  if (recovery === null) return null
  // When the desk is open again, its event reloads the page.
  const look = async () => {
    setWork('look')
    setError(null)
    const reply = await lookForBackups()
    setWork(null)
    if (!reply.ok) return setError(reply.error)
    setNoneFound(!reply.value.isFound)
  }
  const begin = async () => {
    setAsked(false)
    setWork('empty')
    setError(null)
    const reply = await startEmpty()
    setWork(null)
    if (!reply.ok) setError(reply.error)
  }
  return (
    <Stack component="main" gap="md" align="center" justify="center" mih="100vh" p="lg">
      <h1 className="visually-hidden">Agency Desk</h1>
      <EmptyState
        icon={<IconDatabaseOff size={22} />}
        title="The file core.db is missing"
        action={
          <>
            <Button loading={work === 'look'} disabled={work !== null} onClick={() => void look()}>
              Look for backups
            </Button>
            <Button
              variant="default"
              loading={work === 'empty'}
              disabled={work !== null}
              onClick={() => setAsked(true)}
            >
              Start with an empty desk
            </Button>
          </>
        }
      >
        It holds your brands, drafts, suppressions and settings. cache.db still holds cached rows, so this is not a new
        desk. Nothing changes until you choose. If you have a backup (core-….db), put it into this folder and look for
        it:
        <Box component="code" display="block" my={10}>
          {recovery.backupsFolder}
        </Box>
        <span role="status">{isNoneFound ? 'No backup found.' : ''}</span>
      </EmptyState>
      <ErrorNotice title="The desk was not opened" error={error} />
      {isAsked ? <ConfirmEmpty onClose={() => setAsked(false)} onConfirm={() => void begin()} /> : null}
    </Stack>
  )
}
