import { Stack, Text } from '@mantine/core'
import { type ComponentType, lazy, Suspense } from 'react'
import { Page } from '../../parts/panel.tsx'
import { go, setParams, useParams } from '../../state/location.ts'
import { AppearanceSection } from './appearance.tsx'
import { DataSection } from './data.tsx'
import { DoctorSection } from './doctor.tsx'
import { KeysSection } from './keys.tsx'
import { ServiceSection } from './service.tsx'
import classes from './settings.module.css'

// The operation table comes with all of its schemas: fetched only when someone opens a section that shows it.
const OperationsSection = lazy(async () => ({ default: (await import('./operations.tsx')).OperationsSection }))

const FieldsSection = lazy(async () => ({ default: (await import('./fields.tsx')).FieldsSection }))

const AssistantsSection = lazy(async () => ({ default: (await import('./assistants.tsx')).AssistantsSection }))

const TeamSection = lazy(async () => ({ default: (await import('./team/team.tsx')).TeamSection }))

type Section = { readonly id: string; readonly title: string; readonly component: ComponentType }

const BASIC: readonly Section[] = [
  { id: 'keys', title: 'Brands and keys', component: KeysSection },
  { id: 'service', title: 'Service', component: ServiceSection },
  { id: 'appearance', title: 'Appearance', component: AppearanceSection },
  { id: 'data', title: 'Data and sync', component: DataSection },
  { id: 'team', title: 'Team', component: TeamSection },
  { id: 'assistants', title: 'Assistants on this machine', component: AssistantsSection },
]
/** For a service whose description leaves names and paths open, or that answers otherwise. */
const ADVANCED: readonly Section[] = [
  { id: 'operations', title: 'Operations', component: OperationsSection },
  { id: 'fields', title: 'Field names', component: FieldsSection },
  { id: 'doctor', title: 'Service doctor', component: DoctorSection },
]

const Links = ({ sections, current }: { readonly sections: readonly Section[]; readonly current: Section }) =>
  sections.map(({ id, title }) => (
    <button
      key={id}
      type="button"
      className={classes.link}
      aria-current={id === current.id ? 'page' : undefined}
      onClick={() => setParams({ section: id, brand: '' })}
    >
      {title}
    </button>
  ))

/** Everything that is set once; each change takes effect at once. */
export const SettingsView = () => {
  const { section } = useParams()
  const current = [...BASIC, ...ADVANCED].find(({ id }) => id === section) ?? BASIC[0]
  if (current === undefined) return null
  const Current = current.component
  return (
    <Page>
      <div className={classes.layout}>
        <nav className={classes.nav} aria-label="Settings">
          <Links sections={BASIC} current={current} />
          <Text component="h2" size="xs" fw={600} px={10} mt="md" mb={4}>
            Advanced
          </Text>
          <Links sections={ADVANCED} current={current} />
          <button type="button" className={classes.link} onClick={() => go({ view: 'sql' })}>
            SQL console
          </button>
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
