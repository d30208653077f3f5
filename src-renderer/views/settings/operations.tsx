import { ActionIcon, Select, TextInput } from '@mantine/core'
import { IconArrowBackUp, IconChevronRight, IconSearch } from '@tabler/icons-react'
import { memo, useState } from 'react'
import type { Reply } from '../../../src-shared/desk/errors.ts'
import { OPERATION_NAMES, type OperationName, operations } from '../../../src-shared/service/operations.ts'
import { placeOf, requestsPerMinuteOf, type ServiceProfile } from '../../../src-shared/service/profile.ts'
import grid from '../../components/grid-table.module.css'
import { Panel } from '../../components/panel.tsx'
import { fuzzyFilter } from '../../format/fuzzy.ts'
import { plural } from '../../format/numbers.ts'
import { notify, notifyError } from '../../store/notices.ts'
import { setProfile, useProfile } from '../../store/profile.ts'
import { Parameters } from './parameters.tsx'
import { SavedNumber } from './saved-number.tsx'
import { SavedText } from './saved-text.tsx'
import classes from './settings.module.css'

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const

const told = async (reply: Promise<Reply<unknown>>, title: string): Promise<void> => {
  const answer = await reply
  if (answer.ok) notify({ title })
  else notifyError('The operation was not changed', answer.error)
}

const isChanged = (profile: ServiceProfile, name: OperationName): boolean =>
  profile.operations[name] !== undefined ||
  profile.parameters[name] !== undefined ||
  profile.limits.perOperation[name] !== undefined

const takeBack = (name: OperationName) =>
  setProfile({
    operations: { [name]: null },
    parameters: { [name]: null },
    limits: { perOperation: { [name]: null } },
  })

/** The place to keep: nothing where it is what the table says anyway. */
const placePatch = (profile: ServiceProfile, name: OperationName, change: { method?: string; path?: string }) => {
  const { method, path } = { ...placeOf(profile, name), ...change }
  const standard = operations[name]
  const place = {
    ...(method === standard.method ? {} : { method: METHODS.find((one) => one === method) ?? standard.method }),
    ...(path === '' || path === standard.path ? {} : { path }),
  }
  return { operations: { [name]: Object.keys(place).length === 0 ? null : place } }
}

const Row = memo(({ name, profile }: { readonly name: OperationName; readonly profile: ServiceProfile }) => {
  const [isOpen, setOpen] = useState(false)
  const { method, path } = placeOf(profile, name)
  const { documented } = operations[name]
  const changed = isChanged(profile, name)
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
          <span className={documented ? classes.tag : classes.tagOpen}>{documented ? 'documented' : 'assumed'}</span>
        </td>
        <td>
          <Select
            aria-label={`Method of ${name}`}
            data={METHODS}
            value={method}
            allowDeselect={false}
            onChange={(next) =>
              next !== null && void told(setProfile(placePatch(profile, name, { method: next })), `${name}: ${next}`)
            }
          />
        </td>
        <td>
          <SavedText
            label={`Path of ${name}`}
            placeholder={operations[name].path}
            value={path}
            save={(next) => setProfile(placePatch(profile, name, { path: next }))}
          />
        </td>
        <td>
          <SavedNumber
            label={`Requests a minute of ${name}`}
            value={requestsPerMinuteOf(profile, name)}
            min={1}
            max={100_000}
            isNarrow
            save={(limit) =>
              void told(setProfile({ limits: { perOperation: { [name]: limit } } }), `${name}: ${limit} a minute`)
            }
          />
        </td>
        <td data-numbers>
          {changed ? (
            <ActionIcon
              aria-label={`Back to the default: ${name}`}
              title="Back to the default"
              onClick={() => void told(takeBack(name), `${name} is back at its default`)}
            >
              <IconArrowBackUp size={15} />
            </ActionIcon>
          ) : null}
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

/** Each operation of the service: where it is, whether that is documented or assumed, how often it may be asked. */
export const OperationsSection = () => {
  const profile = useProfile()
  const [text, setText] = useState('')
  if (profile === undefined) return null
  const names = fuzzyFilter(text, OPERATION_NAMES, (name) => `${name} ${operations[name].path}`)
  return (
    <Panel
      isFlush
      title={plural(names.length, 'operation')}
      aside={
        <TextInput
          data-view-filter
          placeholder="Filter operations"
          aria-label="Filter operations"
          leftSection={<IconSearch size={14} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      }
    >
      <table className={`${grid.table} ${classes.operations}`} aria-label="Operations of the service">
        <colgroup>
          <col style={{ width: '27%' }} />
          <col style={{ width: 114 }} />
          <col style={{ width: 112 }} />
          <col />
          <col style={{ width: 92 }} />
          <col style={{ width: 44 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Operation</th>
            <th scope="col">Path is</th>
            <th scope="col">Method</th>
            <th scope="col">Path</th>
            <th scope="col">A minute</th>
            <th scope="col">
              <span className="visually-hidden">Default</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <Row key={name} name={name} profile={profile} />
          ))}
        </tbody>
      </table>
    </Panel>
  )
}
