import { Select } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { allZones, myZone, UTC } from '../../format/zones.ts'
import { setZone, useZone } from '../../state/settings.ts'

const options = () => {
  const mine = myZone()
  const others = allZones().filter((zone) => zone !== mine && zone !== UTC)
  return [
    { value: mine, label: `Your time (${mine.replaceAll('_', ' ')})` },
    ...(mine === UTC ? [] : [{ value: UTC, label: UTC }]),
    ...others.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
  ]
}

/** The time zone of a view. Brands have none, so each view has its own. */
export const ZonePicker = ({ view }: { readonly view: string }) => {
  const zone = useZone(view)
  return (
    <Select
      w={210}
      aria-label="Time zone"
      title="Brands have no time zone. This is the zone of this view"
      leftSection={<IconClock size={14} aria-hidden />}
      searchable
      allowDeselect={false}
      limit={60}
      data={options()}
      value={zone}
      onChange={(next) => next !== null && setZone(view, next)}
    />
  )
}
