import { Checkbox, Group, Modal, NumberInput, Select, Switch } from '@mantine/core'
import { useState } from 'react'
import type { CallInput } from '../../../src-shared/desk/contract.ts'
import type { ReportSchedule } from '../../../src-shared/desk/reports.ts'
import { REPORT_FORMATS } from '../../../src-shared/desk/values/report-names.ts'
import { useDesk } from '../../data/use-desk.ts'
import { FORMAT_LABELS } from '../../format/report-labels.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { DialogForm } from '../../parts/fields/dialog-form.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { useAction } from '../../parts/use-action.ts'
import { isChosen } from '../../state/report-forms.ts'
import { saveSchedule } from '../../state/reports.ts'
import { BrandChoice } from './brand-choice.tsx'

export type Editing = ReportSchedule | 'new' | null
type Input = CallInput<'reports.saveSchedule'>

/** What of a schedule can be saved. */
export const inputOfSchedule = (schedule: ReportSchedule): Input => {
  const { name, templateId, brands, dayOfMonth, formats, asZip, isOn } = schedule
  return { name, templateId, brands, dayOfMonth, formats, asZip, isOn }
}

const NEW: Input = {
  name: 'Monthly reports',
  templateId: '',
  brands: 'all',
  dayOfMonth: 1,
  formats: ['pdf'],
  asZip: false,
}

type Props = { readonly editing: ReportSchedule | 'new'; readonly onClose: () => void }

export const ScheduleDialog = ({ editing, onClose }: Props) => {
  const { value } = useDesk('reports.templates', {})
  const templates = value?.templates ?? []
  const [typed, setTyped] = useState<Input>(() => (editing === 'new' ? NEW : inputOfSchedule(editing)))
  const { error, isBusy, run } = useAction()
  const input = { ...typed, templateId: typed.templateId === '' ? (templates[0]?.id ?? '') : typed.templateId }
  const change = (next: Partial<Input>) => setTyped({ ...typed, ...next })
  const isComplete =
    input.name.trim() !== '' && input.templateId !== '' && isChosen(input.brands) && (input.formats ?? []).length > 0
  const save = async () => {
    const reply = await run(saveSchedule({ ...input, ...(editing === 'new' ? {} : { id: editing.id }) }))
    if (reply.ok) onClose()
  }
  return (
    <Modal opened onClose={onClose} title={editing === 'new' ? 'New schedule' : 'Edit schedule'} size={520}>
      <DialogForm
        canSubmit={isComplete}
        isBusy={isBusy}
        submit="Save schedule"
        onSubmit={() => void save()}
        onCancel={onClose}
      >
        <TextField
          label="Name"
          data-autofocus
          maxLength={80}
          value={input.name}
          onChange={(name) => change({ name })}
        />
        <Select
          label="Template"
          allowDeselect={false}
          data={templates.map(({ id, name }) => ({ value: id, label: name }))}
          value={input.templateId === '' ? null : input.templateId}
          onChange={(templateId) => templateId !== null && change({ templateId })}
        />
        <BrandChoice brands={input.brands} onChange={(brands) => change({ brands })} />
        <NumberInput
          label="Day of the month"
          description="Drafts of the month before are made on this day. If it is over, the first ones are made now."
          min={1}
          max={28}
          allowDecimal={false}
          clampBehavior="strict"
          value={input.dayOfMonth ?? 1}
          onChange={(day) => typeof day === 'number' && change({ dayOfMonth: day })}
        />
        <Checkbox.Group
          label="Files, made once a draft is approved"
          value={[...(input.formats ?? [])]}
          onChange={(next) => change({ formats: REPORT_FORMATS.filter((format) => next.includes(format)) })}
        >
          <Group gap="md" mt={6}>
            {REPORT_FORMATS.map((format) => (
              <Checkbox key={format} value={format} label={FORMAT_LABELS[format]} />
            ))}
          </Group>
        </Checkbox.Group>
        <Switch
          label="One ZIP of all files as well"
          checked={input.asZip ?? false}
          onChange={(event) => change({ asZip: event.currentTarget.checked })}
        />
        <ErrorNotice error={error} title="The schedule was not saved" />
      </DialogForm>
    </Modal>
  )
}
