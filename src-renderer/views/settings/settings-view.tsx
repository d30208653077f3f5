import { Stack } from '@mantine/core'
import { type ComponentType, lazy, Suspense } from 'react'
import { Page } from '../../parts/panel.tsx'
import { setParams, useParams } from '../../state/location.ts'
import { AppearanceSection } from './appearance.tsx'
import { DataSection } from './data.tsx'
import { DoctorSection } from './doctor.tsx'
import { KeysSection } from './keys.tsx'
import { ServiceSection } from './service.tsx'
import classes from './settings.module.css'

/** The operation table comes with all of its schemas: fetched only when someone looks at it. */
const OperationsSection = lazy(async () => ({ default: (await import('./operations.tsx')).OperationsSection }))

type Section = { readonly id: string; readonly title: string; readonly component: ComponentType }

const SECTIONS: readonly Section[] = [
  { id: 'service', title: 'Service', component: ServiceSection },
  { id: 'operations', title: 'Operations', component: OperationsSection },
  { id: 'doctor', title: 'Service doctor', component: DoctorSection },
  { id: 'keys', title: 'Keys', component: KeysSection },
  { id: 'appearance', title: 'Appearance', component: AppearanceSection },
  { id: 'data', title: 'Data and sync', component: DataSection },
]

/** Everything that is set once; each change takes effect at once. */
export const SettingsView = () => {
  const { section } = useParams()
  const current = SECTIONS.find(({ id }) => id === section) ?? SECTIONS[0]
  if (current === undefined) return null
  const Current = current.component
  return (
    <Page>
      <div className={classes.layout}>
        <nav className={classes.nav} aria-label="Settings">
          {SECTIONS.map(({ id, title }) => (
            <button
              key={id}
              type="button"
              className={classes.link}
              aria-current={id === current.id ? 'page' : undefined}
              onClick={() => setParams({ section: id, brand: '' })}
            >
              {title}
            </button>
          ))}
        </nav>
        <Stack gap="md" miw={0} maw={1080}>
          <Suspense>
            <Current />
          </Suspense>
        </Stack>
      </div>
    </Page>
  )
}
