import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { openLists } from '../../state/playbooks.ts'

export const BackTo = ({ list }: { readonly list: 'playbooks' | 'runs' }) => (
  <Button variant="default" leftSection={<IconArrowLeft size={14} />} onClick={() => openLists(list)}>
    All {list}
  </Button>
)
