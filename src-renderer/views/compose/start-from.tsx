import { Button, Group, Text } from '@mantine/core'
import { useDesk } from '../../data/use-desk.ts'
import { useCompose } from '../../state/compose.ts'
import { insertTemplate } from '../../state/compose-docs.ts'

const SHOWN_MAX = 5

/** Templates for an empty message, one click away: a person's newest, then those that come with the desk. */
export const StartFrom = () => {
  const isBlank = useCompose(({ subject, body }) => subject === '' && body === '')
  const { value } = useDesk('outreach.templates', isBlank ? { brandIds: 'all', kind: 'template' } : null)
  if (!isBlank || value === undefined) return null
  return (
    <Group component="section" gap={8} aria-label="Start from a template">
      <Text span c="dimmed" size="xs">
        Start from
      </Text>
      {[...value.templates, ...value.builtIn].slice(0, SHOWN_MAX).map((template) => (
        <Button
          key={template.id}
          variant="default"
          size="compact-xs"
          maw={180}
          onClick={() => insertTemplate(template)}
        >
          {template.name}
        </Button>
      ))}
    </Group>
  )
}
