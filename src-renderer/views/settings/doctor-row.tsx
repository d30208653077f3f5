import { IconAlertTriangle, IconCheck, IconChevronRight, IconMinus } from '@tabler/icons-react'
import { useState } from 'react'
import type { DoctorRow } from '../../../src-shared/desk/service.ts'
import { formatWhole } from '../../format/numbers.ts'
import grid from '../../parts/grid-table.module.css'
import classes from './doctor.module.css'
import settings from './settings.module.css'

type Props = { readonly row: DoctorRow }

export const isIll = ({ problems, misfits }: DoctorRow): boolean => problems.length > 0 || misfits.length > 0

const Verdict = ({ row }: Props) => {
  if (row.problems.length > 0)
    return (
      <span className={classes.bad}>
        <IconAlertTriangle size={14} aria-hidden /> <span>{row.problems.join(' ')}</span>
      </span>
    )
  if (row.misfits.length > 0)
    return (
      <span className={classes.bad}>
        <IconAlertTriangle size={14} aria-hidden />{' '}
        {row.misfits.length === 1 ? '1 field does not match' : `${formatWhole(row.misfits.length)} fields do not match`}
      </span>
    )
  if (!row.offered || row.reachable === null)
    return (
      <span className={classes.soft}>
        <IconMinus size={14} aria-hidden /> {row.offered ? 'not tested' : 'not offered'}
      </span>
    )
  return (
    <span className={classes.good}>
      <IconCheck size={14} aria-hidden /> fits
    </span>
  )
}

/** What did not fit, and beside it all that arrived: names and types. */
const Details = ({ row }: Props) => (
  <div className={classes.details}>
    {row.misfits.length === 0 ? null : (
      <section>
        <h3>Did not match</h3>
        <ul>
          {row.misfits.map(({ path, expected, found }) => (
            <li key={path}>
              <code>{path === '' ? 'the reply' : path}</code> expected {expected}, found {found}
            </li>
          ))}
        </ul>
      </section>
    )}
    <section>
      <h3>Arrived</h3>
      <ul>
        {row.arrived.map(({ path, type }) => (
          <li key={path}>
            <code>{path}</code> {type}
          </li>
        ))}
      </ul>
    </section>
  </div>
)

/** One operation: asked where, answered how; unfolded, its fields. */
export const DoctorTableRow = ({ row }: Props) => {
  const [isOpen, setOpen] = useState(row.misfits.length > 0)
  const hasDetails = row.arrived.length > 0 || row.misfits.length > 0
  return (
    <>
      <tr>
        <td title={row.operation}>
          {hasDetails ? (
            <button
              type="button"
              className={settings.fold}
              aria-expanded={isOpen}
              aria-label={`${row.operation}: fields of its reply`}
              onClick={() => setOpen(!isOpen)}
            >
              <IconChevronRight size={14} aria-hidden data-open={isOpen || undefined} />
              <span>{row.operation}</span>
            </button>
          ) : (
            <span className={classes.plain}>{row.operation}</span>
          )}
        </td>
        <td className={grid.soft} title={`${row.method} ${row.path}`}>
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
