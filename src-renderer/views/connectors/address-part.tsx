import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { useDesk } from '../../data/use-desk.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { go } from '../../state/location.ts'

/** The address to paste into an assistant, or where to set it. */
export const AddressPart = ({ brandId }: { readonly brandId: string }) => {
  const { value, error, reload } = useDesk('connectors.address', { brandId })
  if (error !== undefined)
    return <ErrorNotice error={error} title="The connector address could not be read" onRetry={reload} />
  return (
    <Panel title="Connect an assistant">
      {value === undefined ? null : value.mcpUrl === null ? (
        <Stack align="flex-start">
          <Text c="dimmed">The connector address is not set. Set it once for all brands in Settings → Service.</Text>
          <Button variant="default" onClick={() => go({ view: 'settings', scope: 'all' })}>
            Open the settings
          </Button>
        </Stack>
      ) : (
        <Stack>
          <Group wrap="nowrap">
            <Code block flex={1}>
              {value.mcpUrl}
            </Code>
            <CopyButton text={value.mcpUrl} label="Copy" name="Copy the connector address" said="Address copied" />
          </Group>
          <Text c="dimmed">
            Paste it into the assistant. It signs in as you in the browser. The connection belongs to the user and
            reaches every brand that you can work on. Set the permissions of each brand here.
          </Text>
        </Stack>
      )}
    </Panel>
  )
}
