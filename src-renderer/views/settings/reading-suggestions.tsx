import { Button, Group, Text } from '@mantine/core'
import type { DoctorReading, DoctorRow } from '../../../src-shared/desk/service.ts'
import { misreadOf } from '../../../src-shared/desk/values/doctor-verdict.ts'
import { ServiceProfilePatchSchema } from '../../../src-shared/service/profile.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useAction } from '../../parts/use-action.ts'
import { setProfile } from '../../state/profile.ts'
import { notifyWithUndo } from '../../state/undo.tsx'
import { READING_LABELS, readingLabel } from './reading-labels.ts'

type Props = {
  readonly rows: readonly DoctorRow[]
  /** The readings are in the profile: the service is to be tested again. */
  readonly onApplied: () => void
}

const patchOf = ({ reading }: DoctorReading, value: string | null) =>
  ServiceProfilePatchSchema.parse({ readings: { [reading]: value } })

/** Units and signs that the service's rows show otherwise than the profile says, each with a button that sets it. */
export const ReadingSuggestions = ({ rows, onApplied }: Props) => {
  const { error, run } = useAction()
  const misread = rows.flatMap(misreadOf)
  if (misread.length === 0) return null
  const apply = async (reading: DoctorReading) => {
    const reply = await run(setProfile(patchOf(reading, reading.seems)))
    if (!reply.ok) return
    const title = `${READING_LABELS[reading.reading].title}: ${readingLabel(reading.reading, reading.seems)}`
    notifyWithUndo(title, () => void setProfile(patchOf(reading, reading.set)))
    onApplied()
  }
  return (
    <Panel title="Units and signs">
      {misread.map((reading) => (
        <Group key={reading.reading} justify="space-between" py={4}>
          <Text maw="80ch">{reading.text}</Text>
          <Button variant="default" onClick={() => void apply(reading)}>
            Read as “{readingLabel(reading.reading, reading.seems)}”
          </Button>
        </Group>
      ))}
      <Text c="dimmed">A change holds from the next sync.</Text>
      <ErrorNotice title="The profile was not changed" error={error} />
    </Panel>
  )
}
