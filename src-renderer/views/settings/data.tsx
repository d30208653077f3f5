import { ActionIcon, Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import type { Settings } from '../../../src-shared/desk/desk.ts'
import { useDesk } from '../../data/use-desk.ts'
import { formatBytes } from '../../format/numbers.ts'
import { formatAgo, formatClock } from '../../format/time.ts'
import { Panel } from '../../parts/panel.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { useAction } from '../../parts/use-action.ts'
import { useNow } from '../../parts/use-now.ts'
import { copyText, notify, orNotify } from '../../state/notices.ts'
import { backUp as takeBackup } from '../../state/recovery.ts'
import { changeSettings, useSettings } from '../../state/settings.ts'
import { Backups } from './backups.tsx'
import { DeskNumberSetting, Setting, SwitchSetting } from './setting.tsx'

const SyncSettings = ({ settings }: { readonly settings: Settings }) => (
  <Panel title="Sync and export">
    <DeskNumberSetting
      of="historyDays"
      title="Days of history"
      note="The desk loads missing days in the background, newest first."
      label="Days of history"
      suffix=" days"
    />
    <DeskNumberSetting
      of="syncEveryMinutes"
      title="Sync every"
      note="In the background while the desk runs. 0: only on request."
      label="Minutes between syncs"
      suffix=" min"
    />
    <DeskNumberSetting
      of="syncConcurrency"
      title="Brands side by side"
      note="Number of brands synced at the same time."
      label="Brands synced side by side"
    />
    <SwitchSetting
      title="Byte order mark in CSV files"
      note="Some spreadsheets need it for non-Latin text."
      checked={settings.csvBom}
      onChange={(csvBom) => void changeSettings({ csvBom })}
    />
  </Panel>
)

const Folder = () => {
  const about = useDesk('desk.about', {}).value
  const nowMs = useNow()
  const { isBusy, run } = useAction()
  if (about === undefined) return null
  const backUp = async () => {
    const reply = await orNotify('No backup was taken', run(takeBackup()))
    if (reply.ok)
      notify({ title: `Backup taken, ${formatBytes(reply.value.bytes)}`, message: reply.value.path, tone: 'good' })
  }
  const lastBackup =
    about.lastBackupAt === null
      ? 'None taken yet.'
      : `Last one ${formatClock(about.lastBackupAt, nowMs)}, ${formatAgo(about.lastBackupAt, nowMs)}.`
  return (
    <Panel title="Data folder">
      <Setting
        title="Folder"
        note={`${formatBytes(about.coreBytes)} of your own data, ${formatBytes(about.cacheBytes)} of cached rows`}
      >
        <code>{about.dataFolder}</code>
        <ActionIcon aria-label="Copy the path" onClick={() => copyText(about.dataFolder, 'Path copied')}>
          <IconCopy size={15} />
        </ActionIcon>
      </Setting>
      <Setting title="Backup" note={`Brands, settings and limits; no keys, no cached rows. ${lastBackup}`}>
        <Button variant="default" loading={isBusy} onClick={() => void backUp()}>
          Back up now
        </Button>
      </Setting>
      <Setting
        title="Agency Desk"
        note={Object.entries(about.versions)
          .map(([name, version]) => `${name} ${version}`)
          .join(' · ')}
      >
        <span className="soft">
          {about.version} · {about.shell} · {about.platform}
        </span>
      </Setting>
      <Setting
        title="Demo sandbox"
        note={about.demo.running ? `Running at ${about.demo.baseUrl ?? 'an unknown address'}.` : 'Not running.'}
      >
        <StateWord word={about.demo.running ? 'on' : 'off'} tone={about.demo.running ? 'good' : 'warn'} />
      </Setting>
    </Panel>
  )
}

/** What the desk keeps, where, for how long, and its backups. */
export const DataSection = () => {
  const settings = useSettings((state) => state.settings)
  return (
    <>
      {settings === null ? null : <SyncSettings settings={settings} />}
      <Folder />
      <Backups />
    </>
  )
}
