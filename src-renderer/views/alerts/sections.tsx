import { SegmentedControl } from '@mantine/core'
import { type AlertSection, alertSectionOf, openAlerts } from '../../state/alerts.ts'

const SECTIONS = [
  { value: 'list', label: 'Alerts' },
  { value: 'rules', label: 'Rules' },
  { value: 'notifications', label: 'Notifications' },
] as const satisfies readonly { value: AlertSection; label: string }[]

export const Sections = ({ section }: { readonly section: AlertSection }) => (
  <SegmentedControl
    aria-label="Part of the alerts"
    data={[...SECTIONS]}
    value={section}
    onChange={(next) => openAlerts(alertSectionOf(next))}
  />
)
