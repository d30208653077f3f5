import { Flex, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

type Props = {
  readonly icon?: ReactNode
  readonly title: string
  /** What to do next, in a sentence. */
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** Nothing here yet, and the next step. */
export const EmptyState = ({ icon, title, children, action }: Props) => (
  <Stack align="center" justify="center" gap={6} px="lg" py={48} ta="center">
    {icon === undefined ? null : (
      <div className={classes.icon} aria-hidden>
        {icon}
      </div>
    )}
    <Text component="h2" size="md" fw={600}>
      {title}
    </Text>
    {children === undefined ? null : (
      <Text component="div" c="dimmed" maw="46ch">
        {children}
      </Text>
    )}
    {action === undefined ? null : (
      <Flex gap={8} mt={10} wrap="wrap" justify="center">
        {action}
      </Flex>
    )}
  </Stack>
)
