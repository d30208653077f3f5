import { Notifications } from '@mantine/notifications'
import { CommandLayer } from './commands/command-layer.tsx'
import { Banner } from './frame/banner.tsx'
import { BrandRail } from './frame/brand-rail.tsx'
import classes from './frame/frame.module.css'
import { Settled } from './frame/settled.tsx'
import { TopBar } from './frame/top-bar.tsx'
import { ViewArea } from './frame/view-area.tsx'

export const App = () => (
  <div className={classes.frame}>
    <Settled />
    <BrandRail />
    <div className={classes.main}>
      <TopBar />
      <Banner />
      <ViewArea />
    </div>
    <CommandLayer />
    <Notifications position="bottom-right" limit={4} />
  </div>
)
