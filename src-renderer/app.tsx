import { ActionIcon, Button, useMantineColorScheme } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { IconFlask, IconX } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useGlobalKeys } from './commands/use-global-keys.ts'
import { byItself, deferred } from './deferred.tsx'
import { plural } from './format/numbers.ts'
import { Banner } from './frame/banner.tsx'
import { Bar } from './frame/bar.tsx'
import classes from './frame/frame.module.css'
import { HeldAll } from './frame/held-all.tsx'
import { HoldBar } from './frame/hold-bar.tsx'
import { PlaceHeader } from './frame/place-header.tsx'
import { Rail } from './frame/rail.tsx'
import { useRailFold } from './frame/rail-fold.ts'
import { Tabs } from './frame/tabs.tsx'
import { ViewArea } from './frame/view-area.tsx'
import { EmptyState } from './parts/empty-state.tsx'
import { useNoteDraft } from './state/annotations.ts'
import { useBrands, useIsDemoOnly } from './state/brands.ts'
import { useConnection } from './state/connection.ts'
import { useRecovery } from './state/recovery.ts'
import { setPreference, usePreference, useSettings } from './state/settings.ts'
import { openDialog, useUi } from './state/ui.ts'
import { remember, schemeOf } from './theme/colour-scheme.ts'
import { NOTICES_Z } from './theme/theme.ts'

/** In place of the desk, for a page that has no session and got none from another tab. */
const SignIn = () => (
  <main>
    <EmptyState title="This page is not signed in">
      Open the address that Agency Desk printed. It works once, within 10 minutes, and only the newest one works. For a
      new address run <code>npm run desk -- open</code>, or <code>npm start</code> again.
    </EmptyState>
  </main>
)

/** Puts the settings that look like something onto the page. */
const Settled = () => {
  const theme = useSettings((state) => state.settings?.theme)
  const density = useSettings((state) => state.settings?.density)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  useEffect(() => {
    if (theme === undefined) return
    remember(theme)
    // Mantine then computes all styles of the page twice: only where the scheme changes.
    if (schemeOf(theme) !== colorScheme) setColorScheme(schemeOf(theme))
  }, [theme, colorScheme, setColorScheme])
  useEffect(() => {
    document.documentElement.setAttribute('data-density', density ?? 'comfortable')
  }, [density])
  return null
}

const HIDDEN = 'demo-bar-hidden'

/** As long as there are demo brands: says that they are invented, and offers both ways on. */
const DemoBar = () => {
  const isDemoOnly = useIsDemoOnly()
  const count = useBrands(({ list }) => list.filter(({ demo }) => demo).length)
  const isHidden = usePreference(HIDDEN) === 'yes'
  if (count === 0 || isHidden) return null
  return (
    <Bar
      isSlim
      isOneLine
      label="Demo"
      icon={<IconFlask size={14} aria-hidden />}
      actions={
        <>
          {isDemoOnly ? (
            <Button variant="subtle" size="compact-xs" onClick={() => openDialog('add-brands')}>
              Connect your agency
            </Button>
          ) : null}
          <Button variant="subtle" size="compact-xs" onClick={() => openDialog('remove-demo')}>
            Remove the demo
          </Button>
          <ActionIcon size="sm" aria-label="Hide this line" onClick={() => setPreference(HIDDEN, 'yes')}>
            <IconX size={14} />
          </ActionIcon>
        </>
      }
    >
      <strong>Demo.</strong> {plural(count, 'invented brand')} on this computer
      {isDemoOnly ? '. Nothing is sent.' : ', not counted with yours.'}
    </Bar>
  )
}

const ClockInDoubt = deferred({
  load: () => import('./frame/clock-in-doubt.tsx').then((part) => part.ClockInDoubt),
  useIsWanted: byItself,
})

const Dialogs = deferred({
  load: () => import('./frame/dialogs.tsx').then((part) => part.Dialogs),
  useIsWanted: () => useUi(({ dialog, editing }) => dialog !== 'none' || editing !== null),
})

const NoteDialog = deferred({
  load: () => import('./views/annotations/note-dialog.tsx').then((part) => part.NoteDialog),
  useIsWanted: () => useNoteDraft(({ draft }) => draft !== null),
})

const MissingCore = deferred({
  load: () => import('./frame/missing-core.tsx').then((part) => part.MissingCore),
  useIsWanted: () => useRecovery(({ recovery }) => recovery !== null),
})

const skipToView = (): void => {
  const view = document.getElementById('view')
  const list = view?.querySelector<HTMLElement>('[role="grid"]')
  ;(list ?? view)?.focus()
}

/** The first stop of the Tab key, seen only while it has the focus. */
const SkipLink = () => (
  <button type="button" className={classes.skip} onClick={skipToView}>
    Skip to content
  </button>
)

export const App = () => {
  useGlobalKeys()
  const folding = useRailFold()
  const hasSession = useConnection(({ state }) => state !== 'not-signed-in')
  const isCoreMissing = useRecovery(({ recovery }) => recovery !== null)
  if (!hasSession) return <SignIn />
  if (isCoreMissing) return <MissingCore />
  return (
    <div className={classes.frame} data-rail={folding.isFolded ? 'folded' : 'open'}>
      <Settled />
      <SkipLink />
      <Rail {...folding} />
      <main className={classes.place}>
        <PlaceHeader />
        <Tabs />
        <Banner />
        <DemoBar />
        <ClockInDoubt />
        <HeldAll />
        <HoldBar />
        <ViewArea />
      </main>
      <Notifications
        withinPortal={false}
        position="bottom-right"
        limit={4}
        zIndex={NOTICES_Z}
        className={classes.toasts ?? ''}
      />
      <Dialogs />
      <NoteDialog />
    </div>
  )
}
