import { Notifications } from '@mantine/notifications'
import { useGlobalKeys } from './commands/use-global-keys.ts'
import { deferred } from './deferred.tsx'
import { Banner } from './frame/banner.tsx'
import { BrandRail } from './frame/brand-rail.tsx'
import classes from './frame/frame.module.css'
import { HeldAll } from './frame/held-all.tsx'
import { HoldBar } from './frame/hold-bar.tsx'
import { Settled } from './frame/settled.tsx'
import { SignIn } from './frame/sign-in.tsx'
import { TopBar } from './frame/top-bar.tsx'
import { ViewArea } from './frame/view-area.tsx'
import { useConnection } from './store/connection.ts'
import { useUi } from './store/ui.ts'

const Dialogs = deferred({
  load: () => import('./frame/dialogs.tsx').then((part) => part.Dialogs),
  useIsWanted: () => useUi(({ dialog, editing }) => dialog !== 'none' || editing !== null),
})

export const App = () => {
  useGlobalKeys()
  const hasSession = useConnection(({ state }) => state !== 'not-signed-in')
  if (!hasSession) return <SignIn />
  return (
    <div className={classes.frame}>
      <Settled />
      <BrandRail />
      <div className={classes.main}>
        <TopBar />
        <Banner />
        <HeldAll />
        <HoldBar />
        <ViewArea />
      </div>
      <Dialogs />
      <Notifications position="bottom-right" limit={6} className={classes.toasts ?? ''} />
    </div>
  )
}
