import { Group, Stack, Text } from '@mantine/core'
import { CopyButton } from '../../parts/copy-button.tsx'
import css from './webhooks.module.css'

const BODY = { event: 'article.published', article: { slug: 'your-article', title: 'Your article' } }

/** The secret is not in it: what is typed into a terminal is kept there. */
const curlLine = (url: string): string =>
  `curl -X POST '${url}' -H "Authorization: Bearer $SECRET" -H 'Content-Type: application/json' -d '${JSON.stringify(BODY)}'`

/** What a sender sends, for those who set one up before the first delivery has come. */
export const ExampleDelivery = ({ url }: { readonly url: string }) => (
  <Stack component="section" gap="xs" maw={640} mx="auto" px="md" pb="md" aria-label="Example of a delivery">
    <Text size="xs" c="dimmed">
      A delivery has this body:
    </Text>
    <pre className={css.code}>{JSON.stringify(BODY, null, 2)}</pre>
    <Text size="xs" c="dimmed">
      The same from a terminal, with the brand’s secret in place of $SECRET:
    </Text>
    <pre className={css.code}>{curlLine(url)}</pre>
    <Group>
      <CopyButton text={curlLine(url)} label="Copy the curl line" said="curl line copied" />
    </Group>
  </Stack>
)
