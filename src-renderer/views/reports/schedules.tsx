import { Button, Group, Stack, Switch, Text } from '@mantine/core'
import { IconCalendarRepeat, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReportSchedule } from '../../../src-shared/desk/reports.ts'
import { useDesk } from '../../data/use-desk.ts'
import { joinParts } from '../../format/join-parts.ts'
import { plural } from '../../format/numbers.ts'
import { brandsLabel, filesLabel } from '../../format/report-labels.ts'
import { formatDay, formatMonth } from '../../format/time.ts'
import { EditRemove } from '../../parts/edit-remove.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { MainAction } from '../../parts/main-action.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useScope } from '../../state/location.ts'
import { orNotify } from '../../state/notices.ts'
import { removeSchedule, saveSchedule } from '../../state/reports.ts'
import { notifyWithUndo } from '../../state/undo.tsx'
import css from './reports.module.css'
import { type Editing, inputOfSchedule, ScheduleDialog } from './schedule-dialog.tsx'

/** `On day 1 of each month · all brands · PDF`. */
const aboutLabel = ({ dayOfMonth, brands, formats, asZip }: ReportSchedule): string =>
  joinParts([`On day ${dayOfMonth} of each month`, brandsLabel(brands), filesLabel({ formats, asZip })])

const nextLabel = ({ nextDay, lastMonth, isOn }: ReportSchedule): string =>
  joinParts([
    isOn && nextDay !== null ? `Next drafts: ${formatDay(nextDay)}` : 'Off',
    lastMonth === null ? '' : `last made for ${formatMonth(`${lastMonth}-01`)}`,
  ])

type LineProps = {
  readonly schedule: ReportSchedule
  readonly template: string
  readonly onEdit: () => void
}

const Line = ({ schedule, template, onEdit }: LineProps) => {
  const { id, name, isOn, isOnThisDesk } = schedule
  const save = (change: Partial<ReportSchedule>) =>
    orNotify('The schedule was not changed', saveSchedule({ ...inputOfSchedule(schedule), ...change, id }))
  const remove = async () => {
    if (!(await orNotify('The schedule was not removed', removeSchedule(id))).ok) return
    notifyWithUndo(`Schedule ${name} removed`, () => void saveSchedule(inputOfSchedule(schedule)))
  }
  return (
    <li className={css.pack}>
      <div className={css.packHead}>
        <div>
          <strong>{name}</strong>
          <Text size="xs" c="dimmed">
            {joinParts([aboutLabel(schedule), template])}
          </Text>
          <Text size="xs" c="dimmed">
            {nextLabel(schedule)}
            {isOnThisDesk ? '' : ' · another desk of the team makes them'}
          </Text>
        </div>
        <Group gap={6} wrap="nowrap">
          <Switch
            aria-label={`${name} makes drafts each month`}
            checked={isOn}
            onChange={(event) => void save({ isOn: event.currentTarget.checked })}
          />
          <EditRemove name={name} onEdit={onEdit} onRemove={() => void remove()} />
        </Group>
      </div>
    </li>
  )
}

/** Drafts that the desk makes each month by itself, for a person to review. */
export const SchedulesSection = () => {
  const scope = useScope()
  const { value, error, reload } = useDesk('reports.schedules', {})
  const { value: templates } = useDesk('reports.templates', {})
  const [editing, setEditing] = useState<Editing>(null)
  const schedules = value?.schedules ?? []
  const nameOf = (id: string) => templates?.templates.find((template) => template.id === id)?.name ?? ''
  return (
    <Stack gap="md">
      <MainAction>
        <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setEditing('new')}>
          New schedule
        </Button>
      </MainAction>
      <ErrorNotice error={error} title="The schedules could not be read" onRetry={reload} />
      {value !== undefined && schedules.length === 0 ? (
        <EmptyState icon={<IconCalendarRepeat size={22} />} title="No schedule yet">
          A schedule makes drafts of last month’s reports on the same day of each month, ready for review. Nothing is
          sent, and no file is made before you approve a draft.
        </EmptyState>
      ) : null}
      {schedules.length === 0 ? null : (
        <Panel title={scope === 'all' ? plural(schedules.length, 'schedule') : 'Schedules of all brands'}>
          <ul className="lines" aria-label="Schedules">
            {schedules.map((schedule) => (
              <Line
                key={schedule.id}
                schedule={schedule}
                template={nameOf(schedule.templateId)}
                onEdit={() => setEditing(schedule)}
              />
            ))}
          </ul>
        </Panel>
      )}
      {editing === null ? null : <ScheduleDialog editing={editing} onClose={() => setEditing(null)} />}
    </Stack>
  )
}
