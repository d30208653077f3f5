import { ActionIcon, Box, Group, Select, SimpleGrid, Text } from '@mantine/core'
import { IconArrowBackUp, IconChevronRight } from '@tabler/icons-react'
import { memo, useState } from 'react'
import type { RequestParts } from '../../../src-shared/service/define.ts'
import { type OperationName, operations } from '../../../src-shared/service/operations.ts'
import {
  isChanged,
  placeOf,
  requestsPerMinuteOf,
  type ServiceProfile,
  wireNameOf,
} from '../../../src-shared/service/profile.ts'
import { plural } from '../../format/numbers.ts'
import { StateWord } from '../../parts/state-word.tsx'
import { MeasureReadings, OpenValues } from './open-values.tsx'
import { change, changeOrNotify, METHODS, namePatch, placePatch, takenBack } from './operation-changes.ts'
import { SavedNumber } from './saved-number.tsx'
import { SavedText } from './saved-text.tsx'
import classes from './settings.module.css'

const queryNames = (name: OperationName): readonly string[] => {
  const { query }: RequestParts = operations[name].request
  return query === undefined ? [] : Object.keys(query.shape)
}

type ParametersProps = { readonly name: OperationName; readonly profile: ServiceProfile }

/** What each query parameter of an operation is called on the wire. */
const Parameters = ({ name, profile }: ParametersProps) => {
  const names = queryNames(name)
  if (names.length === 0) return <Text c="dimmed">This operation has no query parameters.</Text>
  return (
    <>
      <Text c="dimmed" mb={8}>
        Names of the query parameters in the service.
      </Text>
      <SimpleGrid minColWidth={230} autoFlow="auto-fill" spacing={20} verticalSpacing={8}>
        {names.map((ours) => (
          <Group key={ours} wrap="nowrap">
            <Box component="code" w={100} flex="none">
              {ours}
            </Box>
            <SavedText
              label={`Wire name of ${ours}`}
              placeholder={ours}
              value={wireNameOf(profile, name, ours)}
              save={(wire) => {
                const patch = namePatch(profile, name, { ours, wire })
                return change({ name, profile, patch, title: `Name of ${ours} in ${name} saved` })
              }}
            />
          </Group>
        ))}
      </SimpleGrid>
    </>
  )
}

type Props = { readonly name: OperationName; readonly profile: ServiceProfile }

const Place = ({ name, profile }: Props) => {
  const { method, path } = placeOf(profile, name)
  return (
    <>
      <td>
        <Select
          aria-label={`Method of ${name}`}
          data={METHODS}
          value={method}
          allowDeselect={false}
          onChange={(next) => {
            if (next === null) return
            const patch = placePatch(profile, name, { method: next })
            void changeOrNotify({ name, profile, patch, title: `Method of ${name}: ${next}` })
          }}
        />
      </td>
      <td className={classes.wrap}>
        <SavedText
          label={`Path of ${name}`}
          placeholder={operations[name].path}
          value={path}
          save={(next) => {
            const patch = placePatch(profile, name, { path: next })
            return change({ name, profile, patch, title: `Path of ${name} saved` })
          }}
        />
      </td>
    </>
  )
}

const Limit = ({ name, profile }: Props) => (
  <SavedNumber
    label={`Requests per minute of ${name}`}
    value={requestsPerMinuteOf(profile, name)}
    min={1}
    max={100_000}
    isNarrow
    save={(limit) => {
      const patch = { limits: { perOperation: { [name]: limit } } }
      void changeOrNotify({ name, profile, patch, title: `${name}: ${plural(limit, 'request')} per minute` })
    }}
  />
)

const TakeBack = ({ name, profile }: Props) =>
  isChanged(profile, name) ? (
    <ActionIcon
      aria-label={`Reset to default: ${name}`}
      title="Reset to default"
      onClick={() =>
        void changeOrNotify({ name, profile, patch: takenBack(name), title: `${name} reset to its default` })
      }
    >
      <IconArrowBackUp size={15} />
    </ActionIcon>
  ) : null

export const OperationRow = memo(({ name, profile }: Props) => {
  const [isOpen, setOpen] = useState(false)
  const { documented } = operations[name]
  return (
    <>
      <tr>
        <td title={name}>
          <button type="button" className={classes.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <IconChevronRight size={14} aria-hidden data-open={isOpen || undefined} />
            <span>{name}</span>
          </button>
        </td>
        <td>
          <StateWord word={documented ? 'documented' : 'assumed'} tone={documented ? 'good' : 'warn'} />
        </td>
        <Place name={name} profile={profile} />
        <td>
          <Limit name={name} profile={profile} />
        </td>
        <td data-numbers>
          <TakeBack name={name} profile={profile} />
        </td>
      </tr>
      {isOpen ? (
        <tr>
          <td colSpan={6} className={classes.unfolded}>
            <Parameters name={name} profile={profile} />
            <OpenValues name={name} profile={profile} />
            <MeasureReadings name={name} profile={profile} />
          </td>
        </tr>
      ) : null}
    </>
  )
})
