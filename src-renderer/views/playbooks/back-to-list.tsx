import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { openList } from '../../state/playbooks.ts'

export const BackToList = () => (
  <Button variant="default" leftSection={<IconArrowLeft size={14} />} onClick={openList}>
    All playbooks and runs
  </Button>
)
