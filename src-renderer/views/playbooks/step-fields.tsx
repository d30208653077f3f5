import { Group, MultiSelect, NumberInput, Select, Switch, Textarea } from '@mantine/core'
import { DATASETS } from '../../../src-shared/desk/datasets.ts'
import type { Step } from '../../../src-shared/desk/playbooks.ts'
import { datasetNames } from '../../../src-shared/desk/values/playbook-labels.ts'
import { CADENCE_LADDER_DAYS } from '../../../src-shared/service/limits.ts'
import { useDesk } from '../../data/use-desk.ts'
import { plural } from '../../format/numbers.ts'
import { TextField } from '../../parts/fields/text-field.tsx'

type Props<Kind extends Step['kind']> = {
  readonly step: Extract<Step, { kind: Kind }>
  readonly onChange: (step: Step) => void
}

const DATASET_OPTIONS = DATASETS.map((value) => ({ value, label: datasetNames([value]) }))

type Numbered = {
  readonly label: string
  readonly value: number
  readonly min?: number
  readonly max: number
  readonly onChange: (value: number) => void
}

const NumberField = ({ label, value, min = 1, max, onChange }: Numbered) => (
  <NumberInput
    w={220}
    label={label}
    min={min}
    max={max}
    allowDecimal={false}
    clampBehavior="strict"
    value={value}
    onChange={(next) => onChange(typeof next === 'number' ? next : min)}
  />
)

const DatasetsField = ({ step, onChange }: Props<'sync' | 'freshness'>) => (
  <MultiSelect
    flex={1}
    miw={260}
    label="What to read"
    data={DATASET_OPTIONS}
    value={step.datasets}
    onChange={(datasets) => onChange({ ...step, datasets: DATASETS.filter((one) => datasets.includes(one)) })}
  />
)

const PresetField = ({ step, onChange }: Props<'permissions'>) => {
  const presets = useDesk('connectors.presets', {}).value?.presets ?? []
  return (
    <Select
      w={280}
      label="Preset"
      allowDeselect={false}
      data={presets.map(({ id, name }) => ({ value: id, label: name }))}
      value={step.presetId}
      onChange={(presetId) => presetId !== null && onChange({ ...step, presetId })}
    />
  )
}

const ModelField = ({ step, onChange }: Props<'model'>) => {
  const models = useDesk('visibility.models', {}).value?.models ?? []
  return (
    <Group align="flex-end">
      <Select
        w={280}
        label="Model"
        placeholder={models.length === 0 ? 'Sync AI tracking first' : 'Choose a model'}
        data={models.map(({ modelId, name }) => ({ value: modelId, label: name }))}
        value={step.modelId === '' ? null : step.modelId}
        onChange={(modelId) => modelId !== null && onChange({ ...step, modelId })}
      />
      <Switch
        mb={6}
        label={step.isActive ? 'on' : 'off'}
        checked={step.isActive}
        onChange={(event) => onChange({ ...step, isActive: event.currentTarget.checked })}
      />
    </Group>
  )
}

const TemplateField = ({ step, onChange }: Props<'pitches'>) => {
  const value = useDesk('outreach.templates', { kind: 'template', withRecipients: false }).value
  const templates = [...(value?.templates ?? []), ...(value?.builtIn ?? [])]
  return (
    <Select
      w={280}
      clearable
      label="Template (optional)"
      data={templates.map(({ id, name }) => ({ value: id, label: name }))}
      value={step.templateId}
      onChange={(templateId) => onChange({ ...step, templateId })}
    />
  )
}

/** Ready-made rules and those of the desk, each by its name; a step keeps what its rules wait for. */
const AlertRulesField = ({ step, onChange }: Props<'alertRules'>) => {
  const { rules = [], presets = [] } = useDesk('alerts.rules', {}).value ?? {}
  const known = new Map(
    [...presets, ...rules, ...step.rules].map(({ name, condition, filter }) => [name, { name, condition, filter }]),
  )
  return (
    <MultiSelect
      flex={1}
      maw={640}
      label="Rules"
      data={[...known.keys()]}
      value={step.rules.map(({ name }) => name)}
      onChange={(names) => onChange({ ...step, rules: names.flatMap((name) => known.get(name) ?? []) })}
    />
  )
}

const PERIODS = [
  { value: '', label: 'last month' },
  ...[7, 28, 90].map((days) => ({ value: `${days}`, label: `last ${plural(days, 'day')}` })),
]

const ReportField = ({ step, onChange }: Props<'report'>) => {
  const templates = useDesk('reports.templates', {}).value?.templates ?? []
  const chosen = `${step.days ?? ''}`
  return (
    <Group align="flex-end">
      <Select
        w={280}
        label="Template"
        placeholder="Choose a template"
        allowDeselect={false}
        data={templates.map(({ id, name }) => ({ value: id, label: name }))}
        value={step.templateId === '' ? null : step.templateId}
        onChange={(templateId) => templateId !== null && onChange({ ...step, templateId })}
      />
      <Select
        w={160}
        label="Period"
        allowDeselect={false}
        data={
          PERIODS.some(({ value }) => value === chosen)
            ? PERIODS
            : [...PERIODS, { value: chosen, label: `last ${plural(step.days ?? 0, 'day')}` }]
        }
        value={chosen}
        onChange={(days) => onChange({ ...step, days: days === '' ? null : Number(days) })}
      />
    </Group>
  )
}

const IntervalField = ({ step, onChange }: Props<'interval'>) => (
  <Select
    w={220}
    label="Interval"
    allowDeselect={false}
    data={[
      { value: '', label: 'as in the plan' },
      ...CADENCE_LADDER_DAYS.map((days) => ({ value: `${days}`, label: plural(days, 'day') })),
    ]}
    value={step.interval === null ? '' : `${step.interval}`}
    onChange={(chosen) =>
      onChange({ ...step, interval: CADENCE_LADDER_DAYS.find((days) => `${days}` === chosen) ?? null })
    }
  />
)

/** The options of a step, as its kind has them. */
export const StepFields = ({ step, onChange }: { readonly step: Step; readonly onChange: (step: Step) => void }) => {
  switch (step.kind) {
    case 'sync':
      return <DatasetsField step={step} onChange={onChange} />
    case 'freshness':
      return (
        <Group align="flex-start">
          <DatasetsField step={step} onChange={onChange} />
          <NumberField
            label="At most, hours old"
            max={8760}
            value={step.maxAgeHours}
            onChange={(maxAgeHours) => onChange({ ...step, maxAgeHours })}
          />
        </Group>
      )
    case 'history':
      return (
        <NumberField
          label="Days of history"
          max={365}
          value={step.days}
          onChange={(days) => onChange({ ...step, days })}
        />
      )
    case 'tracked':
      return (
        <NumberField
          label="At least, tracked keywords"
          min={0}
          max={1_000_000}
          value={step.min}
          onChange={(min) => onChange({ ...step, min })}
        />
      )
    case 'findPeople':
      return (
        <NumberField
          label="Sites, at most"
          max={200}
          value={step.sites}
          onChange={(sites) => onChange({ ...step, sites })}
        />
      )
    case 'credits':
      return (
        <NumberField
          label="Credits left, at least"
          min={0}
          max={1_000_000}
          value={step.credits}
          onChange={(credits) => onChange({ ...step, credits })}
        />
      )
    case 'suggest':
      return (
        <Textarea
          label="Description of the business (optional)"
          description="In place of the brand’s website."
          autosize
          maxLength={10_000}
          value={step.description}
          onChange={(event) => onChange({ ...step, description: event.currentTarget.value })}
        />
      )
    case 'person':
      return (
        <TextField label="Task" maxLength={1000} value={step.text} onChange={(text) => onChange({ ...step, text })} />
      )
    case 'webhook':
      return (
        <Switch
          label="Send a sample delivery to this desk"
          checked={step.sendsSample}
          onChange={(event) => onChange({ ...step, sendsSample: event.currentTarget.checked })}
        />
      )
    case 'permissions':
      return <PresetField step={step} onChange={onChange} />
    case 'model':
      return <ModelField step={step} onChange={onChange} />
    case 'pitches':
      return <TemplateField step={step} onChange={onChange} />
    case 'alertRules':
      return <AlertRulesField step={step} onChange={onChange} />
    case 'report':
      return <ReportField step={step} onChange={onChange} />
    case 'interval':
      return <IntervalField step={step} onChange={onChange} />
    default:
      return null
  }
}
