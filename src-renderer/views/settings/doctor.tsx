import { Button, Group, Select } from '@mantine/core'
import { IconStethoscope } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { plural } from '../../format/numbers.ts'
import { formatInstant } from '../../format/time.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { type GridColumn, GridTable } from '../../parts/grid-table.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useAction } from '../../parts/use-action.ts'
import { useBrands } from '../../state/brands.ts'
import { useLocation, useParams } from '../../state/location.ts'
import { runDoctor, useProfile } from '../../state/profile.ts'
import { listChoices } from '../../table/export-choices.ts'
import { ExportMenu } from '../../table/export-menu.tsx'
import { DoctorTableRow, isIll } from './doctor-row.tsx'
import classes from './settings.module.css'

const COLUMNS: readonly GridColumn[] = [
  { title: 'Operation', width: '34%' },
  { title: 'Endpoint', width: '21%' },
  { title: 'Status', width: 56, isNumber: true },
  { title: 'Time', width: 76, isNumber: true },
  { title: 'Result' },
]

/** It comes with the schemas of the profile: fetched only when there is something to suggest. */
const Suggestions = lazy(async () => ({ default: (await import('./suggestions.tsx')).Suggestions }))

const ReadingSuggestions = lazy(async () => ({
  default: (await import('./reading-suggestions.tsx')).ReadingSuggestions,
}))

type Report = CallOutput<'service.doctor'> & { readonly brandId: string }

const NOUNS = ['operation', 'operations'] as const

/** Without testing the service again. */
const choicesOf = ({ brandId, ...answer }: Report) => {
  const all = answer.rows.map(({ operation }) => ({ brandId, operation }))
  return listChoices('doctor', NOUNS, { all, input: { brandIds: [brandId] }, answer })
}

const Findings = ({ report }: { readonly report: Report }) => {
  const asked = report.rows.filter((row) => row.reachable !== null).length
  const ill = report.rows.filter(isIll).length
  return (
    <Panel
      isFlush
      title={
        <Group component="span" gap="sm" wrap="nowrap" fw={400}>
          <BrandBadge brandId={report.brandId} />
          <span className="soft" title={`${report.baseUrl}, ${formatInstant(report.checkedAt)}`}>
            {ill === 0 ? 'all healthy' : plural(ill, 'problem')} · {asked} of {report.rows.length} operations tested
          </span>
        </Group>
      }
      aside={<ExportMenu choices={choicesOf(report)} />}
    >
      <GridTable className={classes.doctor} label="Findings of the service doctor" columns={COLUMNS}>
        {report.rows.map((row) => (
          <DoctorTableRow key={`${row.operation} ${report.checkedAt}`} row={row} />
        ))}
      </GridTable>
    </Panel>
  )
}

const useDoctor = () => {
  const [report, setReport] = useState<Report | null>(null)
  const { error, isBusy, run } = useAction()
  const test = async (brandId: string) => {
    const reply = await run(runDoctor(brandId))
    if (reply.ok) setReport({ ...reply.value, brandId })
  }
  return { report, error, isBusy, test }
}

/** Tests each read endpoint with a brand's key, shows what did not fit and what would. */
export const DoctorSection = () => {
  const brands = useBrands((state) => state.list)
  const scope = useLocation((state) => state.scope)
  const { brand: asked } = useParams()
  const [chosen, setChosen] = useState<string | null>(null)
  const { report, error, isBusy, test } = useDoctor()
  const profile = useProfile()
  const wanted = chosen ?? asked ?? scope
  const brandId = brands.some((brand) => brand.id === wanted) ? wanted : brands[0]?.id
  const hasSuggestions = report?.rows.some(({ suggestions }) => suggestions.length > 0) ?? false
  return (
    <>
      <Panel title="Service doctor">
        <Group gap={10}>
          <Select
            w={320}
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
            onClick={() => brandId !== undefined && void test(brandId)}
          >
            Test the service
          </Button>
          <span className="soft">Tests each read endpoint. Nothing is changed, sent or charged.</span>
        </Group>
      </Panel>
      <ErrorNotice title="The service could not be tested" error={error} />
      {report === null ? (
        <EmptyState icon={<IconStethoscope size={20} />} title="Not tested yet">
          The report lists unknown paths, reply fields that do not match, and suggested mappings.
        </EmptyState>
      ) : (
        // In one piece: nothing moves away under the pointer when a part arrives later.
        <Suspense>
          {profile === undefined || !hasSuggestions ? null : (
            <Suggestions
              key={report.checkedAt}
              rows={report.rows}
              profile={profile}
              onApplied={() => void test(report.brandId)}
            />
          )}
          <ReadingSuggestions rows={report.rows} onApplied={() => void test(report.brandId)} />
          <Findings report={report} />
        </Suspense>
      )}
    </>
  )
}
