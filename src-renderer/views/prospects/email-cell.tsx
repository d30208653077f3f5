import { Group, Text } from '@mantine/core'
import type { ContactRow } from '../../../src-shared/desk/prospects.ts'
import { StateWord } from '../../parts/state-word.tsx'
import { SoftText } from '../../table/cells.tsx'

/** An address, and whether it is suppressed. */
export const EmailCell = ({ email, suppression: found }: Pick<ContactRow, 'email' | 'suppression'>) => {
  if (email === null) return <SoftText>none yet</SoftText>
  if (found === null) return email
  const why = found.reason === '' ? '' : `: ${found.reason}`
  return (
    <Group
      component="span"
      display="inline-flex"
      wrap="nowrap"
      maw="100%"
      title={`${found.kind === 'domain' ? `Everyone at ${found.value} is suppressed` : 'Suppressed'}${why}`}
    >
      <Text span inherit truncate c="dimmed" td="line-through">
        {email}
      </Text>
      <StateWord word="suppressed" tone="bad" />
    </Group>
  )
}
