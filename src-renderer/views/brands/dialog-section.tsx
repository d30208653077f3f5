import { Box, Divider, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  readonly title: string
  readonly note: ReactNode
  readonly action: ReactNode
  readonly children?: ReactNode
}

/** A part of a brand's dialog: what it is, its button, and what the button opens. */
export const DialogSection = ({ title, note, action, children }: Props) => (
  <Stack component="section" gap={10}>
    <Divider />
    <Group gap="sm" align="flex-start" justify="space-between" wrap="nowrap">
      <div>
        <h3>{title}</h3>
        <Text c="dimmed">{note}</Text>
      </div>
      <Box flex="none">{action}</Box>
    </Group>
    {children}
  </Stack>
)
