import { ActionIcon, Select } from '@mantine/core'
import { IconArrowBackUp, IconChevronRight } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { type OperationName, operations } from '../../../src-shared/service/operations.ts'
import { placeOf, requestsPerMinuteOf, type ServiceProfile } from '../../../src-shared/service/profile.ts'
import { StateWord } from '../../parts/state-word.tsx'
import { change, changeOrTell, isChanged, METHODS, placePatch, takenBack } from './operation-changes.ts'
import { Parameters } from './parameters.tsx'
import { SavedNumber } from './saved-number.tsx'
import { SavedText } from './saved-text.tsx'
import classes from './settings.module.css'

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
            void changeOrTell({ name, profile, patch, title: `Method of ${name}: ${next}` })
          }}
        />
      </td>
      <td>
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
      void changeOrTell({ name, profile, patch, title: `${name}: ${limit} requests per minute` })
    }}
  />
)

const TakeBack = ({ name, profile }: Props) =>
  isChanged(profile, name) ? (
    <ActionIcon
      aria-label={`Reset to default: ${name}`}
      title="Reset to default"
      onClick={() =>
        void changeOrTell({ name, profile, patch: takenBack(name), title: `${name} reset to its default` })
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
          </td>
        </tr>
      ) : null}
    </>
  )
})
