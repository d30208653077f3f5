import { SegmentedControl } from '@mantine/core'
import { openLists } from '../../state/playbooks.ts'

const SECTIONS = [
  { value: 'runs', label: 'Runs' },
  { value: 'playbooks', label: 'Playbooks' },
]

export const Sections = ({ section }: { readonly section: 'runs' | 'playbooks' }) => (
  <SegmentedControl
    aria-label="Show"
    data={SECTIONS}
    value={section}
    onChange={(next) => openLists(next === 'playbooks' ? 'playbooks' : 'runs')}
  />
)
