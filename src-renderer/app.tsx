import { Notifications } from '@mantine/notifications'
import { CommandLayer } from './commands/command-layer.tsx'
import { Banner } from './frame/banner.tsx'
import { BrandRail } from './frame/brand-rail.tsx'
import classes from './frame/frame.module.css'
import { HoldBar } from './frame/hold-bar.tsx'
import { Settled } from './frame/settled.tsx'
import { TopBar } from './frame/top-bar.tsx'
import { ViewArea } from './frame/view-area.tsx'
import { AddBrands } from './views/brands/add-brands.tsx'
import { EditBrand } from './views/brands/edit-brand.tsx'

export const App = () => (
  <div className={classes.frame}>
    <Settled />
    <BrandRail />
    <div className={classes.main}>
      <TopBar />
      <Banner />
      <HoldBar />
      <ViewArea />
    </div>
    <CommandLayer />
    <AddBrands />
    <EditBrand />
    <Notifications position="bottom-right" limit={4} />
  </div>
)
