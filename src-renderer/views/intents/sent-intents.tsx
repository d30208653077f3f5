import { Stack, Text } from '@mantine/core'
import { useDesk } from '../../data/use-desk.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { Panel } from '../../parts/panel.tsx'
import { IntentBody } from './intent-body.tsx'

const SHOWN_MAX = 30

type Props = {
  readonly intentIds: readonly string[]
  /** Retried items are a new intent. */
  readonly onNew: (id: string) => void
}

const One = ({ id, onNew }: Pick<Props, 'onNew'> & { readonly id: string }) => {
  const intent = useDesk('intents.get', { id }).value
  return (
    <Panel title={intent === undefined ? 'Action' : <BrandBadge brandId={intent.brandId} size="md" />}>
      <Stack>
        <IntentBody id={id} onNew={onNew} />
      </Stack>
    </Panel>
  )
}

/** The results of intents that were just created, by brand and item. */
export const SentIntents = ({ intentIds, onNew }: Props) => (
  <>
    {intentIds.slice(0, SHOWN_MAX).map((id) => (
      <One key={id} id={id} onNew={onNew} />
    ))}
    {intentIds.length > SHOWN_MAX ? <Text c="dimmed">{intentIds.length - SHOWN_MAX} more are in Activity.</Text> : null}
  </>
)
