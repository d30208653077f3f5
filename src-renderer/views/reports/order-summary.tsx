import { Button, Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import type { ReportBrands, ReportTemplate } from '../../../src-shared/desk/reports.ts'
import type { Period } from '../../../src-shared/desk/values/period.ts'
import { REPORT_LANGUAGE_NAMES } from '../../../src-shared/desk/values/report-names.ts'
import { comparedWith } from '../../../src-shared/desk/values/report-period.ts'
import { useDesk } from '../../data/use-desk.ts'
import { plural } from '../../format/numbers.ts'
import { brandIdsMeant, filesLabel, periodLabel } from '../../format/report-labels.ts'
import { Facts } from '../../parts/facts.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useBrands } from '../../state/brands.ts'
import { orderedDays, useOrder } from '../../state/report-forms.ts'
import { isRunning, runSync, useSync } from '../../state/sync.ts'
import { useToday } from './period-field.tsx'

/** The brands that are meant, by their ids; none while none is chosen. */
export const useBrandsMeant = (brands: ReportBrands | null): readonly string[] => {
  const list = useBrands((state) => state.list)
  const key = JSON.stringify(brands)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the choice written out
  return useMemo(() => (brands === null ? [] : brandIdsMeant(brands, list)), [key, list])
}

type MissingProps = {
  readonly brandIds: readonly string[]
  readonly period: Period
  readonly comparePeriod: Period
}

/** Brands whose rankings of the period are not on this machine, and the step that brings them. */
const Missing = ({ brandIds, period, comparePeriod }: MissingProps) => {
  const isSyncing = useSync((state) => isRunning(state.run))
  const { value } = useDesk('rankings.totals', { brandIds: [...brandIds], period, comparePeriod })
  if (value === undefined) return null
  const { asked, shown, compared } = value.brands
  const [none, uncompared] = [asked - shown, shown - compared]
  if (none === 0 && uncompared === 0) return null
  const [now, before] = [periodLabel(period), periodLabel(comparePeriod)]
  return (
    <Notice tone="warn" role="status">
      {none === 0 ? null : (
        <div>
          <strong>
            {none === asked ? 'The rankings' : `${plural(none, 'brand')}: the rankings`} of {now} are not all on this
            computer.
          </strong>{' '}
          These reports show only the days that are here, and say which.
        </div>
      )}
      {uncompared === 0 ? null : (
        <div>
          {plural(uncompared, 'brand has', 'brands have')} no rankings of {before}: their reports show no changes.
        </div>
      )}
      <Button
        mt={8}
        variant="default"
        loading={isSyncing}
        title="One request to the service for each brand and period"
        onClick={() => void runSync({ brandIds: [...brandIds], periods: [period, comparePeriod] })}
      >
        Fetch {now} and {before}
      </Button>
    </Notice>
  )
}

type Props = { readonly brandIds: readonly string[]; readonly template: ReportTemplate | undefined }

/** What the order makes, and what will be missing. */
export const WhatHappens = ({ brandIds, template }: Props) => {
  const order = useOrder()
  const days = orderedDays(order, useToday())
  const { formats, asZip } = order
  const wantsPdf = formats.includes('pdf')
  const { value: printer } = useDesk('reports.printer', wantsPdf ? {} : null)
  const files = formats.length * brandIds.length
  return (
    <Stack gap="md">
      <Panel title="Reports to make">
        <Facts
          rows={[
            ['Reports', brandIds.length === 0 ? 'Choose brands' : plural(brandIds.length, 'report')],
            ['Period', days === null ? 'Choose the days' : periodLabel(days)],
            template === undefined ? null : ['Language', REPORT_LANGUAGE_NAMES[template.language]],
            [
              'Files',
              formats.length === 0
                ? 'Choose a format'
                : `${plural(files, 'file')}: ${filesLabel({ formats: [...formats], asZip })}`,
            ],
          ]}
        />
        <Text size="xs" c="dimmed" mt="sm">
          Made from synced data on this computer, also offline. Nothing is sent to anyone.
        </Text>
      </Panel>
      {wantsPdf && printer?.message != null ? (
        <Notice tone="warn" role="status">
          {printer.message}
        </Notice>
      ) : null}
      {brandIds.length === 0 || days === null || template === undefined ? null : (
        <Missing brandIds={brandIds} period={days} comparePeriod={comparedWith(days, template.compare)} />
      )}
    </Stack>
  )
}
