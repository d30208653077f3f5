import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { IconCopy, IconEye, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReportTemplate, ReportTemplateToSave } from '../../../src-shared/desk/reports.ts'
import { REPORT_LANGUAGE_NAMES, REPORT_LANGUAGES } from '../../../src-shared/desk/values/report-names.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useAction } from '../../parts/use-action.ts'
import { byName, useBrands } from '../../state/brands.ts'
import { useScope } from '../../state/location.ts'
import { notify } from '../../state/notices.ts'
import {
  dropStaged,
  editableOf,
  NEW_TEMPLATE,
  showTemplate,
  stageTemplate,
  useStagedTemplate,
} from '../../state/report-forms.ts'
import { removeReportTemplate, saveReportTemplate } from '../../state/reports.ts'
import { ReportPreview } from './preview.tsx'
import { SectionList } from './section-list.tsx'
import { WordsField } from './words-field.tsx'

type PreviewProps = { readonly template: ReportTemplateToSave; readonly onClose: () => void }

/** A template, saved or not, with the numbers of a brand. */
const PreviewDialog = ({ template, onClose }: PreviewProps) => {
  const scope = useScope()
  const brands = byName(useBrands((state) => state.list))
  const [chosen, setChosen] = useState(scope === 'all' ? (brands[0]?.id ?? '') : scope)
  const name = brands.find(({ id }) => id === chosen)?.name ?? ''
  return (
    <Modal opened onClose={onClose} title="Preview with last month’s numbers" size={900}>
      <Select
        w={280}
        mb="sm"
        label="Brand"
        searchable
        allowDeselect={false}
        limit={60}
        data={brands.map((brand) => ({ value: brand.id, label: brand.name }))}
        value={chosen}
        onChange={(next) => setChosen(next ?? chosen)}
      />
      <ReportPreview
        title={`Report of ${name}`}
        input={chosen === '' ? null : { brandId: chosen, template, period: 'last-month' }}
      />
    </Modal>
  )
}

const COMPARES = [
  { value: 'previous', label: 'The period before' },
  { value: 'lastYear', label: 'The same days a year ago' },
] as const satisfies readonly { value: ReportTemplateToSave['compare']; label: string }[]

type FieldsProps = {
  readonly template: ReportTemplateToSave
  readonly onChange: (change: Partial<ReportTemplateToSave>) => void
}

const Fields = ({ template, onChange }: FieldsProps) => (
  <Stack gap="md">
    <Group grow align="flex-start" gap="sm">
      <TextField
        label="Name"
        description="In the lists of this desk"
        maxLength={80}
        value={template.name}
        onChange={(name) => onChange({ name })}
      />
      <TextField
        label="Title"
        description="On the report"
        maxLength={120}
        value={template.title}
        onChange={(title) => onChange({ title })}
      />
    </Group>
    <Group grow align="flex-start" gap="sm">
      <Select
        label="Language"
        description="Fixed texts, dates and numbers"
        allowDeselect={false}
        data={REPORT_LANGUAGES.map((value) => ({ value, label: REPORT_LANGUAGE_NAMES[value] }))}
        value={template.language}
        onChange={(next) => onChange({ language: REPORT_LANGUAGES.find((known) => known === next) ?? 'en' })}
      />
      <Select
        label="Compare with"
        description="For every change in the report"
        allowDeselect={false}
        data={[...COMPARES]}
        value={template.compare}
        onChange={(next) => onChange({ compare: next === 'lastYear' ? 'lastYear' : 'previous' })}
      />
    </Group>
    <SectionList sections={template.sections} onChange={(sections) => onChange({ sections: [...sections] })} />
    <WordsField
      label="Summary"
      description="Written for every brand; you can edit it in each draft. An empty line begins a paragraph."
      minRows={4}
      value={template.summary}
      onText={(summary) => onChange({ summary })}
    />
    <WordsField
      label="Next steps"
      minRows={3}
      value={template.nextSteps}
      onText={(nextSteps) => onChange({ nextSteps })}
    />
  </Stack>
)

type Props = {
  /** Null: it was not saved yet. */
  readonly saved: ReportTemplate | null
  readonly onCopy?: () => void
}

/** One template. What is changed stays until it is saved or discarded. */
export const TemplateForm = ({ saved, onCopy }: Props) => {
  const id = saved?.id ?? NEW_TEMPLATE
  const staged = useStagedTemplate(id)
  const [isPreview, setPreview] = useState(false)
  const { error, isBusy, run } = useAction()
  const template = staged ?? (saved === null ? undefined : editableOf(saved))
  if (template === undefined) return null
  const isComplete = template.name.trim() !== '' && template.title.trim() !== ''
  const save = async () => {
    const reply = await run(saveReportTemplate({ ...template, ...(saved === null ? {} : { id }) }))
    if (!reply.ok) return
    dropStaged(id)
    showTemplate(reply.value.id)
    notify({ title: `Template ${reply.value.name} saved` })
  }
  const remove = async () => {
    if (!(await run(removeReportTemplate(id))).ok) return
    dropStaged(id)
    showTemplate(null)
  }
  return (
    <Panel
      title={template.name || 'New template'}
      aside={
        <>
          <Button variant="default" leftSection={<IconEye size={14} aria-hidden />} onClick={() => setPreview(true)}>
            Preview
          </Button>
          {onCopy === undefined ? null : (
            <Button variant="default" leftSection={<IconCopy size={14} aria-hidden />} onClick={onCopy}>
              Copy
            </Button>
          )}
        </>
      }
    >
      <Stack gap="md">
        <Fields template={template} onChange={(change) => stageTemplate(id, { ...template, ...change })} />
        <ErrorNotice error={error} title="The template was not changed" />
        <Group gap="xs">
          <Button loading={isBusy} disabled={staged === undefined || !isComplete} onClick={() => void save()}>
            Save template
          </Button>
          {staged === undefined ? null : (
            <Button variant="default" onClick={() => dropStaged(id)}>
              Discard changes
            </Button>
          )}
          {isComplete ? null : (
            <Text size="xs" c="var(--bad)">
              A template needs a name and a title.
            </Text>
          )}
          {saved === null ? null : (
            <Button
              ml="auto"
              variant="subtle"
              color="gray"
              leftSection={<IconTrash size={14} aria-hidden />}
              onClick={() => void remove()}
            >
              Remove template
            </Button>
          )}
        </Group>
      </Stack>
      {isPreview ? <PreviewDialog template={template} onClose={() => setPreview(false)} /> : null}
    </Panel>
  )
}
