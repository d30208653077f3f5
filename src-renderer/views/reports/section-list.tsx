import { ActionIcon, Input, NumberInput, Switch } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { ReportTemplateToSave } from '../../../src-shared/desk/reports.ts'
import { REPORT_SECTION_LABELS, type ReportSectionKind } from '../../../src-shared/desk/values/report-names.ts'
import { TextField } from '../../parts/fields/text-field.tsx'
import { changedSection, movedSection } from '../../state/report-forms.ts'
import css from './reports.module.css'

type Sections = ReportTemplateToSave['sections']
type Section = Sections[number]

/** Sections that are tables; the others have no rows to limit. */
const WITH_ROWS: ReadonlySet<ReportSectionKind> = new Set([
  'keywords',
  'movers',
  'clusters',
  'content',
  'audits',
  'annotations',
])

const OptionFields = ({ section, onChange }: RowProps) => {
  const name = REPORT_SECTION_LABELS[section.kind]
  return (
    <div className={css.options}>
      <TextField
        w={260}
        label="Heading"
        placeholder={`${name}, in the report’s language`}
        maxLength={120}
        value={section.title ?? ''}
        onChange={(text) => onChange({ title: text === '' ? null : text })}
      />
      {WITH_ROWS.has(section.kind) ? (
        <NumberInput
          w={120}
          label="Rows at most"
          placeholder="as usual"
          min={1}
          max={200}
          allowDecimal={false}
          clampBehavior="strict"
          value={section.rows ?? ''}
          onChange={(next) => onChange({ rows: typeof next === 'number' ? next : null })}
        />
      ) : null}
    </div>
  )
}

type RowProps = { readonly section: Section; readonly onChange: (change: Partial<Section>) => void }
type LineProps = RowProps & {
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onMove: (step: 1 | -1) => void
}

const Line = ({ section, isFirst, isLast, onChange, onMove }: LineProps) => {
  const { kind, isOn, title, rows } = section
  const [isOpen, setOpen] = useState(title !== null || rows !== null)
  const name = REPORT_SECTION_LABELS[kind]
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
    if (!event.altKey || step === null) return
    event.preventDefault()
    onMove(step)
  }
  return (
    <li className={css.section} data-section={kind} data-off={isOn ? undefined : true} onKeyDown={onKeyDown}>
      <Switch
        aria-label={`${name} is in the report`}
        checked={isOn}
        onChange={(event) => onChange({ isOn: event.currentTarget.checked })}
      />
      <span className={`${css.sectionName} truncate`}>{title ?? name}</span>
      <span>
        <ActionIcon
          aria-label={`Move ${name} up`}
          title="Move up (Alt+↑)"
          disabled={isFirst}
          onClick={() => onMove(-1)}
        >
          <IconArrowUp size={15} />
        </ActionIcon>
        <ActionIcon
          aria-label={`Move ${name} down`}
          title="Move down (Alt+↓)"
          disabled={isLast}
          onClick={() => onMove(1)}
        >
          <IconArrowDown size={15} />
        </ActionIcon>
      </span>
      <ActionIcon
        aria-label={`Options of ${name}`}
        aria-expanded={isOpen}
        title="Options"
        onClick={() => setOpen(!isOpen)}
      >
        <IconAdjustmentsHorizontal size={15} />
      </ActionIcon>
      {isOpen ? <OptionFields section={section} onChange={onChange} /> : null}
    </li>
  )
}

type Props = {
  readonly sections: Sections
  readonly onChange: (sections: Sections) => void
}

/** The sections in the order of the report; those that are off are left out of it. */
export const SectionList = ({ sections, onChange }: Props) => {
  const list = useRef<HTMLUListElement>(null)
  const [moved, setMoved] = useState('')
  const move = (kind: ReportSectionKind, step: 1 | -1) => {
    const focused = document.activeElement?.getAttribute('aria-label') ?? ''
    const next = movedSection(sections, kind, step)
    onChange(next)
    setMoved(`${REPORT_SECTION_LABELS[kind]} is number ${next.findIndex((one) => one.kind === kind) + 1}`)
    // A row that is moved on the page loses the focus; at an end its button is disabled.
    requestAnimationFrame(() => {
      const buttons = [
        ...(list.current?.querySelectorAll<HTMLElement>(`[data-section="${kind}"] :is(button, input)`) ?? []),
      ]
      const same = buttons.find((one) => one.getAttribute('aria-label') === focused && !one.matches(':disabled'))
      ;(same ?? buttons[0])?.focus()
    })
  }
  return (
    <div>
      <Input.Label labelElement="div" display="block" size="xs">
        Sections
      </Input.Label>
      <ul ref={list} className="lines" aria-label="Sections">
        {sections.map((section, index) => (
          <Line
            key={section.kind}
            section={section}
            isFirst={index === 0}
            isLast={index === sections.length - 1}
            onChange={(change) => onChange(changedSection(sections, section.kind, change))}
            onMove={(step) => move(section.kind, step)}
          />
        ))}
      </ul>
      <span className="visually-hidden" role="status">
        {moved}
      </span>
    </div>
  )
}
