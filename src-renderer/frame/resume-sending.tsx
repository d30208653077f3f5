import { Box, Button, Group, Stack, Text } from '@mantine/core'
import type { Intent } from '../../src-shared/desk/intents.ts'
import { itemsLabel } from '../format/intent-labels.ts'
import { plural } from '../format/numbers.ts'
import { ActionLabel } from '../parts/action-label.tsx'
import { BrandBadge } from '../parts/brand-badge.tsx'
import { useTypedNumber } from '../parts/fields/typed-number.tsx'
import { UiDialog } from '../parts/ui-dialog.tsx'
import { pitchesIn, resumeAllSending, useHeldBack } from '../state/intents.ts'
import { closeDialog } from '../state/ui.ts'

const byBrand = (actions: readonly Intent[]) => [...Map.groupBy(actions, ({ brandId }) => brandId)]

const Question = () => {
  const actions = useHeldBack()
  const brands = byBrand(actions)
  const { isTyped, field } = useTypedNumber(brands.length)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isTyped) return
        closeDialog()
        void resumeAllSending()
      }}
    >
      <Stack>
        <Text c="dimmed">
          {actions.length === 0
            ? 'No pitches are held now. New pitches are sent when their own hold ends.'
            : 'Held pitches are queued with the service when their own hold ends. You can unsend them from the outbox until they are sent.'}
        </Text>
        {brands.length === 0 ? null : (
          <Box component="ul" className="box lines" mah={260}>
            {brands.map(([brandId, own]) => (
              <Group component="li" key={brandId} justify="space-between" px="sm" py={8} className="figures">
                <BrandBadge brandId={brandId} />
                <span>
                  {itemsLabel('queue', pitchesIn(own))} in {plural(own.length, 'action')}
                </span>
              </Group>
            ))}
          </Box>
        )}
        <Group justify="flex-end" align="flex-end">
          {field === null ? null : <Box mr="auto">{field}</Box>}
          <Button variant="default" data-autofocus onClick={closeDialog}>
            Keep paused
          </Button>
          <Button type="submit" disabled={!isTyped}>
            {actions.length === 0 ? (
              'Resume sending'
            ) : (
              <ActionLabel
                what={`Resume sending ${itemsLabel('queue', pitchesIn(actions))} for`}
                brandIds={brands.map(([brandId]) => brandId)}
              />
            )}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Asks before sending is resumed, and lists what is then sent. */
export const LetGo = () => (
  <UiDialog name="let-go" title="Resume sending?" size={520}>
    <Question />
  </UiDialog>
)
