import { Button, Group, Stack, Switch } from '@mantine/core'
import { IconCalendarRepeat, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReportSchedule } from '../../../src-shared/desk/reports.ts'
import { addMonths } from '../../../src-shared/desk/values/report-period.ts'
import { useDesk } from '../../data/use-desk.ts'
import { plural } from '../../format/numbers.ts'
import { brandIdsMeant, brandsLabel, draftsFrom, filesLabel } from '../../format/report-labels.ts'
import { formatMonth } from '../../format/time.ts'
import { myZone } from '../../format/zones.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { EditRemove } from '../../parts/edit-remove.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Facts } from '../../parts/facts.tsx'
import { MainAction } from '../../parts/main-action.tsx'
import { Panel } from '../../parts/panel.tsx'
import { byName, useBrands } from '../../state/brands.ts'
import { setScope, useScope } from '../../state/location.ts'
import { orNotify } from '../../state/notices.ts'
import { removeSchedule, saveSchedule } from '../../state/reports.ts'
import { notifyWithUndo } from '../../state/undo.tsx'
import css from './reports.module.css'
import { type Editing, inputOfSchedule, ScheduleDialog } from './schedule-dialog.tsx'

/** `Tue 1 Dec from 00:00, for Nov 2026`. */
const nextLabel = ({ nextDay, isOn }: ReportSchedule): string =>
  !isOn || nextDay === null
    ? 'Off'
    : `${draftsFrom(nextDay, myZone())}, for ${formatMonth(`${addMonths(nextDay.slice(0, 7), -1)}-01`)}`

const BRANDS_NAMED = 3

/** The first brands by name, and how many more. */
const Brands = ({ brands }: Pick<ReportSchedule, 'brands'>) => {
  const list = useBrands((state) => state.list)
  const ids = new Set(brandIdsMeant(brands, list))
  const meant = byName(list.filter(({ id }) => ids.has(id)))
  if (brands === 'all') return <>{`all brands (${meant.length})`}</>
  return (
    <Group gap="4px 14px">
      {meant.slice(0, BRANDS_NAMED).map(({ id }) => (
        <BrandBadge key={id} brandId={id} />
      ))}
      {meant.length > BRANDS_NAMED ? <span className="soft">+{meant.length - BRANDS_NAMED}</span> : null}
      {'tags' in brands ? <span className="soft">{brandsLabel(brands)}</span> : null}
    </Group>
  )
}

type LineProps = {
  readonly schedule: ReportSchedule
  readonly template: string
  readonly onEdit: () => void
}

const Line = ({ schedule, template, onEdit }: LineProps) => {
  const { id, name, isOn, isOnThisDesk, dayOfMonth, lastMonth } = schedule
  const save = (change: Partial<ReportSchedule>) =>
    orNotify('The schedule was not changed', saveSchedule({ ...inputOfSchedule(schedule), ...change, id }))
  const remove = async () => {
    if (!(await orNotify('The schedule was not removed', removeSchedule(id))).ok) return
    notifyWithUndo(`Schedule ${name} removed`, () => void saveSchedule(inputOfSchedule(schedule)))
  }
  return (
    <li className={css.pack}>
      <div className={css.packHead}>
        <h3>{name}</h3>
        <Group gap={6} wrap="nowrap">
          <Switch
            aria-label={`${name} makes drafts each month`}
            checked={isOn}
            onChange={(event) => void save({ isOn: event.currentTarget.checked })}
          />
          <EditRemove name={name} onEdit={onEdit} onRemove={() => void remove()} />
        </Group>
      </div>
      <Facts
        rows={[
          ['Brands', <Brands key="brands" brands={schedule.brands} />],
          ['Next drafts', nextLabel(schedule)],
          ['Sent to', 'No one. The drafts wait in Reports; you review them and send the files.'],
          [
            'Drafts made',
            `on day ${dayOfMonth} of each month, or once this desk runs after that${isOnThisDesk ? '' : ', by another desk of the team'}`,
          ],
          ['Template', template],
          ['Files', filesLabel(schedule)],
          ['Last made', lastMonth === null ? 'not yet' : `for ${formatMonth(`${lastMonth}-01`)}`],
        ]}
      />
    </li>
  )
}

/** Drafts that the desk makes each month by itself, for a person to review. */
export const SchedulesSection = () => {
  const scope = useScope()
  const { value, error, reload } = useDesk('reports.schedules', {})
  const { value: templates } = useDesk('reports.templates', {})
  const [editing, setEditing] = useState<Editing>(null)
  const brands = useBrands((state) => state.list)
  const all = value?.schedules ?? []
  const schedules =
    scope === 'all' ? all : all.filter((schedule) => brandIdsMeant(schedule.brands, brands).includes(scope))
  const others = all.length - schedules.length
  const nameOf = (id: string) => templates?.templates.find((template) => template.id === id)?.name ?? ''
  const ofOthers =
    others === 0 ? null : (
      <Button variant="default" onClick={() => setScope('all')}>
        View {plural(others, 'schedule')} of other brands
      </Button>
    )
  return (
    <Stack gap="md">
      <MainAction>
        <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setEditing('new')}>
          New schedule
        </Button>
      </MainAction>
      <ErrorNotice error={error} title="The schedules could not be read" onRetry={reload} />
      {value !== undefined && schedules.length === 0 ? (
        <EmptyState
          icon={<IconCalendarRepeat size={22} />}
          title={others === 0 ? 'No schedule yet' : 'No schedule for this brand'}
          action={ofOthers ?? undefined}
        >
          A schedule makes drafts of last month’s reports on the same day of each month, ready for review. Nothing is
          sent, and no file is made before you approve a draft.
        </EmptyState>
      ) : null}
      {schedules.length === 0 ? null : (
        <Panel title={plural(schedules.length, 'schedule')}>
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
      {schedules.length === 0 ? null : <div>{ofOthers}</div>}
      {editing === null ? null : <ScheduleDialog editing={editing} onClose={() => setEditing(null)} />}
    </Stack>
  )
}
