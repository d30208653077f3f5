import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { copyText } from '../state/notices.ts'

type Props = { readonly text: string; readonly label: string; readonly said: string; readonly name?: string }

export const CopyButton = ({ text, label, said, name }: Props) => (
  <Button
    variant="default"
    size="compact-xs"
    leftSection={<IconCopy size={13} aria-hidden />}
    aria-label={name}
    onClick={() => copyText(text, said)}
  >
    {label}
  </Button>
)
