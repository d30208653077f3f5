import { Button } from '@mantine/core'
import { IconCloudOff, IconPlugConnectedX, IconShieldExclamation } from '@tabler/icons-react'
import { useMemo } from 'react'
import { byItself, deferred } from '../deferred.tsx'
import { triesByItself } from '../format/brand-sign.ts'
import { plural } from '../format/numbers.ts'
import { formatNextTry } from '../format/time.ts'
import { useSeconds } from '../parts/use-now.ts'
import { useBrands } from '../state/brands.ts'
import { reconnect, useConnection } from '../state/connection.ts'
import { useServiceAddress, useUnconfirmedCount } from '../state/profile.ts'
import { runSync, unreachableBrands, useSync } from '../state/sync.ts'
import { openDialog } from '../state/ui.ts'
import classes from './bar.module.css'
import { Bar } from './bar.tsx'

const TeamOffline = deferred({
  load: () => import('./team-offline.tsx').then((part) => part.TeamOffline),
  useIsWanted: byItself,
})

const Lost = () => (
  <Bar
    role="alert"
    icon={<IconPlugConnectedX size={16} aria-hidden />}
    actions={
      <Button variant="default" onClick={reconnect}>
        Try now
      </Button>
    }
  >
    <strong>The desk does not answer.</strong> You can still read what is on the page. If you start the desk again, open
    the address that it prints.
  </Bar>
)

const SignedOut = () => (
  <Bar role="alert" icon={<IconPlugConnectedX size={16} aria-hidden />}>
    <strong>This page is signed out.</strong> Run <code>npm run desk -- open</code>, then open the address that it
    prints.
  </Bar>
)

const NextTry = ({ at }: { readonly at: string }) => <>Next try {formatNextTry(at, useSeconds())}.</>

const Offline = () => {
  const byBrand = useSync((state) => state.byBrand)
  const brands = useBrands((state) => state.byId)
  const { brandIds, nextTryAt } = useMemo(
    () => unreachableBrands(byBrand, (id) => triesByItself(brands.get(id)?.keyState ?? 'ok')),
    [byBrand, brands],
  )
  if (brandIds.length === 0) return null
  return (
    <Bar
      role="status"
      icon={<IconCloudOff size={16} aria-hidden />}
      actions={
        <Button variant="default" onClick={() => void runSync({ brandIds })}>
          Sync now
        </Button>
      }
    >
      <strong>The service cannot be reached for {plural(brandIds.length, 'brand')}.</strong> Syncing, searches and
      sending wait until it answers. You can still read all synced data.{' '}
      {nextTryAt === null ? null : <NextTry at={nextTryAt} />}
    </Bar>
  )
}

const Unconfirmed = ({ count }: { readonly count: number }) => {
  const address = useServiceAddress()
  return (
    <Bar
      role="alert"
      icon={<IconShieldExclamation size={16} aria-hidden />}
      actions={
        <Button variant="default" onClick={() => openDialog('confirm-address')}>
          Confirm address
        </Button>
      }
    >
      <strong>The service address changed{URL.canParse(address) ? ` to ${new URL(address).host}` : ''}.</strong> Nothing
      is sent for {plural(count, 'brand')} until you confirm it.
    </Bar>
  )
}

/** What cannot be done now, and why. */
export const Banner = () => {
  const state = useConnection((connection) => connection.state)
  const unconfirmed = useUnconfirmedCount()
  if (state === 'lost') return <Lost />
  if (state === 'signed-out') return <SignedOut />
  return unconfirmed > 0 ? (
    <Unconfirmed count={unconfirmed} />
  ) : (
    <div className={classes.first}>
      <TeamOffline />
      <Offline />
    </div>
  )
}
