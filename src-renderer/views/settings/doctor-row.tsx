import { Flex, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconChevronRight, IconMinus } from '@tabler/icons-react'
import { useState } from 'react'
import type { DoctorRow } from '../../../src-shared/desk/service.ts'
import { misreadOf } from '../../../src-shared/desk/values/doctor-verdict.ts'
import { formatWhole } from '../../format/numbers.ts'
import classes from './settings.module.css'

type Props = { readonly row: DoctorRow }

export const isIll = (row: DoctorRow): boolean =>
  row.problems.length > 0 || row.misfits.length > 0 || misreadOf(row).length > 0

const SIGNS = { bad: IconAlertTriangle, soft: IconMinus, good: IconCheck } as const

const verdictOf = (row: DoctorRow): readonly [keyof typeof SIGNS, string] => {
  const { problems, misfits, offered, reachable } = row
  if (problems.length > 0) return ['bad', problems.join(' ')]
  if (misfits.length === 1) return ['bad', '1 field does not match']
  if (misfits.length > 1) return ['bad', `${formatWhole(misfits.length)} fields do not match`]
  if (misreadOf(row).length > 0) return ['bad', 'units or signs differ']
  if (!offered) return ['soft', 'not offered']
  return reachable === null ? ['soft', 'not tested'] : ['good', 'matches']
}

const Verdict = ({ row }: Props) => {
  const [tone, text] = verdictOf(row)
  const Sign = SIGNS[tone]
  return (
    <Flex component="span" className={tone} gap={6} align="center">
      <Sign size={14} aria-hidden /> <span>{text}</span>
    </Flex>
  )
}

/** What the doctor says of the path and the measures, in sentences. */
const notesOf = ({ note, readings }: DoctorRow): string[] =>
  [note, ...readings.map(({ text }) => text)].filter((text) => text !== '')

type FieldsProps = { readonly title: string; readonly fields: readonly (readonly [path: string, text: string])[] }

const Fields = ({ title, fields }: FieldsProps) => (
  <section>
    <Text size="xs" fw={500} c="dimmed" component="h3" mb={4}>
      {title}
    </Text>
    <Stack component="ul" gap={2} mah={220} fz="xs" style={{ overflow: 'auto' }}>
      {fields.map(([path, text]) => (
        <li key={path}>
          <code>{path}</code> {text}
        </li>
      ))}
    </Stack>
  </section>
)

/** What did not fit, and beside it all that arrived: names and types. */
const Details = ({ row }: Props) => {
  const { misfits, arrived } = row
  return (
    <>
      {notesOf(row).map((text) => (
        <Text key={text} mb={6}>
          {text}
        </Text>
      ))}
      {arrived.length + misfits.length === 0 ? null : <ReplyFields row={row} />}
    </>
  )
}

const ReplyFields = ({ row: { misfits, arrived } }: Props) => (
  <SimpleGrid minColWidth={300} spacing="xl" verticalSpacing="sm">
    {misfits.length === 0 ? null : (
      <Fields
        title="Did not match"
        fields={misfits.map(({ path, expected, found }) => [
          path === '' ? 'the reply' : path,
          `expected ${expected}, found ${found}`,
        ])}
      />
    )}
    <Fields title="Arrived" fields={arrived.map(({ path, type }) => [path, type])} />
  </SimpleGrid>
)

/** One operation: its endpoint, its result, and on demand the fields of its reply. */
export const DoctorTableRow = ({ row }: Props) => {
  const [isOpen, setOpen] = useState(row.misfits.length > 0 || row.note !== '' || misreadOf(row).length > 0)
  const hasDetails = row.arrived.length > 0 || row.misfits.length > 0 || notesOf(row).length > 0
  return (
    <>
      <tr>
        <td title={row.operation}>
          {hasDetails ? (
            <button
              type="button"
              className={classes.fold}
              aria-expanded={isOpen}
              aria-label={`${row.operation}: fields of its reply`}
              onClick={() => setOpen(!isOpen)}
            >
              <IconChevronRight size={14} aria-hidden data-open={isOpen || undefined} />
              <span>{row.operation}</span>
            </button>
          ) : (
            <span className={classes.unfoldable}>{row.operation}</span>
          )}
        </td>
        <td className="soft" title={`${row.method} ${row.path}`}>
          {row.method} {row.path}
        </td>
        <td data-numbers>{row.status ?? ''}</td>
        <td data-numbers>{row.latencyMs === null ? '' : `${formatWhole(row.latencyMs)} ms`}</td>
        <td className={classes.wrap}>
          <Verdict row={row} />
        </td>
      </tr>
      {isOpen && hasDetails ? (
        <tr>
          <td colSpan={5} className={classes.unfolded}>
            <Details row={row} />
          </td>
        </tr>
      ) : null}
    </>
  )
}
