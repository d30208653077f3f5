import { Notifications } from '@mantine/notifications'
import { useGlobalKeys } from './commands/use-global-keys.ts'
import { deferred } from './deferred.tsx'
import { Banner } from './frame/banner.tsx'
import { BrandRail } from './frame/brand-rail.tsx'
import { ClockInDoubt } from './frame/clock-in-doubt.tsx'
import { DemoBar } from './frame/demo-bar.tsx'
import classes from './frame/frame.module.css'
import { HeldAll } from './frame/held-all.tsx'
import { HoldBar } from './frame/hold-bar.tsx'
import { PlaceHeader } from './frame/place-header.tsx'
import { Places } from './frame/places.tsx'
import { useRailFold } from './frame/rail-fold.ts'
import { Settled } from './frame/settled.tsx'
import { SignIn } from './frame/sign-in.tsx'
import { ViewArea } from './frame/view-area.tsx'
import { useNoteDraft } from './state/annotations.ts'
import { useConnection } from './state/connection.ts'
import { useRecovery } from './state/recovery.ts'
import { useUi } from './state/ui.ts'

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
      <BrandRail {...folding} />
      <Places />
      <div className={classes.main}>
        <main className={classes.place}>
          <PlaceHeader />
          <Banner />
          <DemoBar />
          <ClockInDoubt />
          <HeldAll />
          <HoldBar />
          <ViewArea />
        </main>
        <Notifications withinPortal={false} position="bottom-right" limit={4} className={classes.toasts ?? ''} />
      </div>
      <Dialogs />
      <NoteDialog />
    </div>
  )
}
