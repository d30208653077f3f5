// An earlier day instead of the newest state: one control and one banner for every view that can show it.

import { ActionIcon, Button, Popover, Stack, Text, Tooltip } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { addDays } from '../charts/days.ts'
import { useCommands } from '../commands/use-commands.ts'
import { useDesk } from '../data/use-desk.ts'
import { formatDay, formatShortDay } from '../format/time.ts'
import { TextField } from '../parts/fields/text-field.tsx'
import { Notice } from '../parts/notice.tsx'
import { brandIdsOf, type Scope, setAsOfDay, useAsOfDay, useKeptDays, useLocation } from '../state/location.ts'
import { viewById } from '../views/registry.tsx'
import classes from './as-of.module.css'

const PRESETS = [
  { days: 7, label: 'A week before' },
  { days: 28, label: '4 weeks before' },
  { days: 91, label: '3 months before' },
] as const

const AsOfForm = ({ scope, onDone }: { readonly scope: Scope; readonly onDone: () => void }) => {
  const asOfDay = useAsOfDay()
  const { value } = useDesk('rankings.days', { brandIds: brandIdsOf(scope) })
  const newest = value?.newestWholeDay ?? null
  const oldest = value?.days.at(-1)?.day ?? null
  const show = (day: string | null) => {
    setAsOfDay(day)
    onDone()
  }
  if (value !== undefined && newest === null)
    return (
      <Text size="xs" c="dimmed">
        No whole day is synced yet. Syncs fill in earlier days.
      </Text>
    )
  return (
    <Stack gap={8}>
      <TextField
        type="date"
        label="As of"
        data-autofocus
        value={asOfDay ?? ''}
        {...(oldest === null ? {} : { min: oldest })}
        {...(newest === null ? {} : { max: newest })}
        onChange={(text) => setAsOfDay(text === '' ? null : text)}
      />
      {newest === null
        ? null
        : PRESETS.filter(({ days }) => oldest !== null && addDays(newest, -days) >= oldest).map(({ days, label }) => (
            <Button key={days} variant="default" size="xs" onClick={() => show(addDays(newest, -days))}>
              {label} · {formatShortDay(addDays(newest, -days))}
            </Button>
          ))}
      <Button size="xs" disabled={asOfDay === undefined} onClick={() => show(null)}>
        Back to newest
      </Button>
      {oldest === null || newest === null ? null : (
        <Text size="xs" c="dimmed">
          Days held: {formatShortDay(oldest)} – {formatShortDay(newest)}
        </Text>
      )}
    </Stack>
  )
}

export const AsOfControl = ({ scope }: { readonly scope: Scope }) => {
  const [isOpen, setOpen] = useState(false)
  const toggle = () => setOpen((was) => !was)
  useCommands('Rankings', [{ id: 'asOf.open', title: 'Show an earlier day', run: toggle }])
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      shadow="md"
      width={230}
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <Tooltip label="Show an earlier day">
          <ActionIcon aria-label="Show an earlier day" aria-haspopup="dialog" aria-expanded={isOpen} onClick={toggle}>
            <IconHistory size={16} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p="sm" role="dialog" aria-label="Show an earlier day">
        {isOpen ? <AsOfForm scope={scope} onDone={() => setOpen(false)} /> : null}
      </Popover.Dropdown>
    </Popover>
  )
}

const Then = ({ day }: { readonly day: string }) => (
  <Notice
    tone="warn"
    role="status"
    icon={<IconHistory size={16} aria-hidden />}
    actions={
      <Button size="compact-xs" variant="default" onClick={() => setAsOfDay(null)}>
        Back to newest
      </Button>
    }
  >
    <strong>As of {formatDay(day)}.</strong> Rankings are added up from single days. Clusters, outreach, articles and
    sync states are of now.
  </Notice>
)

const NotThen = ({ title, day }: { readonly title: string; readonly day: string }) => (
  <Notice tone="plain" role="status" icon={<IconHistory size={16} aria-hidden />}>
    {title} shows the newest state: it cannot show {formatDay(day)}.
  </Notice>
)

/** Says that an earlier day is shown, or that this place cannot show it. */
export const AsOfBanner = () => {
  const asOfDay = useAsOfDay()
  const view = viewById(useLocation((state) => state.view))
  const scope = useLocation((state) => state.scope)
  const kept = useKeptDays((state) => state[scope])
  if (asOfDay === undefined && (view?.asOfDay !== 'newest' || kept === undefined)) return null
  return (
    <div className={classes.banner}>
      {asOfDay !== undefined ? <Then day={asOfDay} /> : <NotThen title={view?.title ?? ''} day={kept ?? ''} />}
    </div>
  )
}
