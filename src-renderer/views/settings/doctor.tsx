import { Button, Select } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconMinus, IconStethoscope } from '@tabler/icons-react'
import { useState } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { DeskErrorValue } from '../../../src-shared/desk/errors.ts'
import type { DoctorRow } from '../../../src-shared/desk/service.ts'
import { BrandBadge } from '../../components/brand-badge.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorNotice } from '../../components/error-notice.tsx'
import grid from '../../components/grid-table.module.css'
import { Panel } from '../../components/panel.tsx'
import { formatWhole, plural } from '../../format/numbers.ts'
import { formatInstant } from '../../format/time.ts'
import { useBrands } from '../../store/brands.ts'
import { ask } from '../../store/desk.ts'
import { useLocation, useParams } from '../../store/location.ts'
import classes from './settings.module.css'

type Report = CallOutput<'service.doctor'> & { readonly brandId: string }

const Verdict = ({ row }: { readonly row: DoctorRow }) => {
  if (row.problems.length > 0)
    return (
      <span className={classes.bad}>
        <IconAlertTriangle size={14} aria-hidden /> <span>{row.problems.join(' ')}</span>
      </span>
    )
  if (!row.offered)
    return (
      <span className={classes.soft}>
        <IconMinus size={14} aria-hidden /> not offered by this service
      </span>
    )
  return row.reachable === null ? (
    <span className={classes.soft}>
      <IconMinus size={14} aria-hidden /> not asked: the doctor only reads
    </span>
  ) : (
    <span className={classes.good}>
      <IconCheck size={14} aria-hidden /> fits
    </span>
  )
}

const Findings = ({ report }: { readonly report: Report }) => {
  const asked = report.rows.filter((row) => row.reachable !== null).length
  const ill = report.rows.filter((row) => row.problems.length > 0).length
  return (
    <Panel
      isFlush
      title={
        <span className={classes.finding}>
          <BrandBadge brandId={report.brandId} />
          <span className={classes.note} title={`${report.baseUrl}, ${formatInstant(report.checkedAt)}`}>
            {ill === 0 ? 'all well' : plural(ill, 'problem')} · {asked} of {report.rows.length} operations asked
          </span>
        </span>
      }
    >
      <table className={`${grid.table} ${classes.doctor}`} aria-label="Findings of the service doctor">
        <colgroup>
          <col style={{ width: '27%' }} />
          <col style={{ width: '29%' }} />
          <col style={{ width: 68 }} />
          <col style={{ width: 82 }} />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Operation</th>
            <th scope="col">Asked</th>
            <th scope="col" data-numbers>
              Status
            </th>
            <th scope="col" data-numbers>
              Time
            </th>
            <th scope="col">Finding</th>
          </tr>
        </thead>
        <tbody>
          {report.rows.map((row) => (
            <tr key={row.operation}>
              <td title={row.operation}>{row.operation}</td>
              <td className={grid.soft} title={`${row.method} ${row.path}`}>
                {row.method} {row.path}
              </td>
              <td data-numbers>{row.status ?? ''}</td>
              <td data-numbers>{row.latencyMs === null ? '' : `${formatWhole(row.latencyMs)} ms`}</td>
              <td className={classes.wrap}>
                <Verdict row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

const useDoctor = () => {
  const [report, setReport] = useState<Report | null>(null)
  const [error, setError] = useState<DeskErrorValue | null>(null)
  const [isBusy, setBusy] = useState(false)
  const run = async (brandId: string) => {
    setBusy(true)
    const reply = await ask('service.doctor', { brandId })
    setBusy(false)
    setError(reply.ok ? null : reply.error)
    if (reply.ok) setReport({ ...reply.value, brandId })
  }
  return { report, error, isBusy, run }
}

/** Asks every reading operation once with a brand's key and tells what did not fit. */
export const DoctorSection = () => {
  const brands = useBrands((state) => state.list)
  const scope = useLocation((state) => state.scope)
  const { brand: asked } = useParams()
  const [chosen, setChosen] = useState<string | null>(null)
  const { report, error, isBusy, run } = useDoctor()
  const wanted = chosen ?? asked ?? scope
  const brandId = brands.some((brand) => brand.id === wanted) ? wanted : brands[0]?.id
  return (
    <>
      <Panel title="Service doctor">
        <div className={classes.row}>
          <Select
            className={classes.wide}
            aria-label="Brand whose key is used"
            searchable
            allowDeselect={false}
            data={brands.map((brand) => ({ value: brand.id, label: brand.name }))}
            value={brandId ?? null}
            onChange={setChosen}
          />
          <Button
            leftSection={<IconStethoscope size={14} />}
            loading={isBusy}
            disabled={brandId === undefined}
            onClick={() => brandId !== undefined && void run(brandId)}
          >
            Examine the service
          </Button>
          <span className={classes.note}>Reads only; nothing is changed, sent or charged.</span>
        </div>
      </Panel>
      {error === null ? null : <ErrorNotice title="The service could not be examined" error={error} />}
      {report === null ? (
        <EmptyState icon={<IconStethoscope size={20} />} title="Not examined yet">
          The doctor asks every reading operation once, with the key of the brand above, and tells which path is unknown
          to the service and which reply does not fit.
        </EmptyState>
      ) : (
        <Findings report={report} />
      )}
    </>
  )
}
