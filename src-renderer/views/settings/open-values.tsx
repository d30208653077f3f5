import { Box, Button, Group, SegmentedControl, Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { type OperationName, openValuesOf } from '../../../src-shared/service/operations.ts'
import { type ServiceProfile, ServiceProfilePatchSchema, wireValueOf } from '../../../src-shared/service/profile.ts'
import { hasReadings } from '../../../src-shared/service/readings.ts'
import { fieldErrorText } from '../../format/errors.ts'
import { change, changeOrNotify, valuePatch } from './operation-changes.ts'
import { READING_LABELS, readingLabel } from './reading-labels.ts'
import { SavedText } from './saved-text.tsx'

type Props = { readonly name: OperationName; readonly profile: ServiceProfile }

const AddValue = ({ name, profile }: Props) => {
  const parameters = Object.keys(openValuesOf(name))
  const form = useForm({ initialValues: { parameter: parameters[0] ?? '', ours: '', wire: '' } })
  const add = async ({ parameter, ours, wire }: typeof form.values) => {
    const value = { parameter, ours: ours.trim(), wire: wire.trim() }
    if (value.ours === '') return form.setFieldError('ours', 'Enter a value.')
    if (value.wire === '') return form.setFieldError('wire', 'Enter the value in the service.')
    const patch = valuePatch(name, value)
    const reply = await change({ name, profile, patch, title: `Value ${value.ours} of ${parameter} saved` })
    if (reply.ok) form.setValues({ ours: '', wire: '' })
    else form.setFieldError('wire', fieldErrorText(reply.error))
  }
  return (
    <form aria-label={`Add a value of ${name}`} onSubmit={form.onSubmit((values) => void add(values))}>
      <Group align="end" mt={10}>
        <Select
          label="Parameter"
          w={140}
          allowDeselect={false}
          data={parameters}
          {...form.getInputProps('parameter')}
        />
        <TextInput label="Our value" w={160} placeholder="de" {...form.getInputProps('ours')} />
        <TextInput label="Value in the service" w={180} placeholder="DEU" {...form.getInputProps('wire')} />
        <Button type="submit" variant="default" leftSection={<IconPlus size={14} />}>
          Add value
        </Button>
      </Group>
    </form>
  )
}

/** What the values of a parameter are called in the service: those that the desk suggests, and those that were added. */
export const OpenValues = ({ name, profile }: Props) => {
  const open = Object.entries(openValuesOf(name))
  if (open.length === 0) return null
  const rows = open.flatMap(([parameter, suggested]) => {
    const own = Object.keys(profile.values[name]?.[parameter] ?? {})
    return [...new Set([...suggested, ...own])].map((ours) => ({ parameter, ours }))
  })
  return (
    <>
      <Text c="dimmed" mt={16} mb={8}>
        Values of the query parameters in the service. Clear a field to send our value.
      </Text>
      <SimpleGrid minColWidth={300} autoFlow="auto-fill" spacing={20} verticalSpacing={8}>
        {rows.map(({ parameter, ours }) => (
          <Group key={`${parameter} ${ours}`} wrap="nowrap">
            <Box component="code" w={150} flex="none" style={{ overflowWrap: 'anywhere' }}>
              {parameter}: {ours}
            </Box>
            <SavedText
              label={`Wire value of ${parameter} ${ours}`}
              placeholder={ours}
              value={wireValueOf(profile, name, { parameter, value: ours })}
              save={(wire) => {
                const patch = valuePatch(name, { parameter, ours, wire })
                return change({ name, profile, patch, title: `Value ${ours} of ${parameter} saved` })
              }}
            />
          </Group>
        ))}
      </SimpleGrid>
      <AddValue name={name} profile={profile} />
    </>
  )
}

const READINGS = ['ctr', 'positionChange'] as const

/** In which unit and sign the service gives its measures. */
export const MeasureReadings = ({ name, profile }: Props) =>
  hasReadings(name) ? (
    <>
      <Text c="dimmed" mt={16} mb={8}>
        Units and signs in the replies. The service doctor tells them from real rows. A change holds from the next sync.
      </Text>
      <Group gap={24}>
        {READINGS.map((reading) => {
          const { title, labels } = READING_LABELS[reading]
          return (
            <Group key={reading} gap={10}>
              <span>{title}</span>
              <SegmentedControl
                aria-label={title}
                data={Object.entries(labels).map(([value, label]) => ({ value, label }))}
                value={profile.readings[reading]}
                onChange={(value) => {
                  const patch = ServiceProfilePatchSchema.parse({ readings: { [reading]: value } })
                  void changeOrNotify({ name, profile, patch, title: `${title}: ${readingLabel(reading, value)}` })
                }}
              />
            </Group>
          )
        })}
      </Group>
    </>
  ) : null
