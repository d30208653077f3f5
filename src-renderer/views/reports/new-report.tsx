import { Button, Checkbox, Input, Select, Stack, Switch } from '@mantine/core'
import { REPORT_FORMATS, type ReportFormat } from '../../../src-shared/desk/values/report-names.ts'
import { useDesk } from '../../data/use-desk.ts'
import { ActionLabel } from '../../parts/action-label.tsx'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { Columns } from '../../parts/columns.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useAction } from '../../parts/use-action.ts'
import { useScope } from '../../state/location.ts'
import { orderedBrands, orderInput, setOrder, useOrder } from '../../state/report-forms.ts'
import { createReports, openReports } from '../../state/reports.ts'
import { BrandChoice } from './brand-choice.tsx'
import { useBrandsMeant, WhatHappens } from './order-summary.tsx'
import { PeriodField } from './period-field.tsx'

/** Which brands: with one brand in view, that one. */
const BrandField = () => {
  const scope = useScope()
  const { brands } = useOrder()
  if (scope === 'all') return <BrandChoice brands={brands} onChange={(next) => setOrder({ brands: next })} />
  return (
    <div>
      <Input.Label labelElement="div" display="block" size="xs" mb={6}>
        Brand
      </Input.Label>
      <BrandBadge brandId={scope} size="md" />
    </div>
  )
}

const FORMAT_NOTES: Readonly<Record<ReportFormat, string>> = {
  pdf: 'PDF, to send or print',
  html: 'HTML, one file for the browser',
  csv: 'CSV, the numbers for a spreadsheet',
}

const FilesField = () => {
  const { formats, asZip, isReviewed } = useOrder()
  return (
    <Stack gap={8}>
      <Checkbox.Group
        label="Files"
        labelProps={{ size: 'xs', mb: 6 }}
        value={[...formats]}
        onChange={(next) => setOrder({ formats: REPORT_FORMATS.filter((format) => next.includes(format)) })}
      >
        <Stack gap={6}>
          {REPORT_FORMATS.map((format) => (
            <Checkbox key={format} value={format} label={FORMAT_NOTES[format]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Switch
        label="One ZIP of all files as well"
        checked={asZip}
        onChange={(event) => setOrder({ asZip: event.currentTarget.checked })}
      />
      <Switch
        label="Review drafts first"
        description="You read each report and write its summary before files are made."
        checked={isReviewed}
        onChange={(event) => setOrder({ isReviewed: event.currentTarget.checked })}
      />
    </Stack>
  )
}

/** What is reported, for whom, as which files; and what that will make. */
export const NewReport = () => {
  const scope = useScope()
  const order = useOrder()
  const { value, error, reload } = useDesk('reports.templates', {})
  const making = useAction()
  const templates = value?.templates ?? []
  const template = templates.find(({ id }) => id === order.templateId) ?? templates[0]
  const input = orderInput(order, scope, template?.id ?? '')
  const brandIds = useBrandsMeant(orderedBrands(order.brands, scope))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (input !== null && brandIds.length > 0 && !making.isBusy) void making.run(createReports(input))
      }}
    >
      <Stack gap="md" maw={1080}>
        <ErrorNotice error={error} title="The templates could not be read" onRetry={reload} />
        <Columns>
          <Panel title="New report">
            <Stack gap="lg" maw={520}>
              <Select
                label="Template"
                allowDeselect={false}
                data={templates.map(({ id, name }) => ({ value: id, label: name }))}
                value={template?.id ?? null}
                onChange={(templateId) => setOrder({ templateId })}
              />
              <BrandField />
              <PeriodField />
              <FilesField />
            </Stack>
          </Panel>
          <WhatHappens brandIds={brandIds} template={template} />
        </Columns>
        <ErrorNotice error={making.error} title="The reports were not made" />
        <div>
          <Button type="submit" loading={making.isBusy} disabled={input === null || brandIds.length === 0}>
            {brandIds.length === 0 ? (
              'Make reports'
            ) : (
              <ActionLabel what={order.isReviewed ? 'Make drafts for' : 'Make reports for'} brandIds={brandIds} />
            )}
          </Button>
          <Button ml="xs" variant="default" onClick={() => openReports('list')}>
            Cancel
          </Button>
        </div>
      </Stack>
    </form>
  )
}
