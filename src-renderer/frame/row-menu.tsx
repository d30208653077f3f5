import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconKey, IconPencil, IconPin, IconPinnedOff, IconTrash } from '@tabler/icons-react'
import type { Brand } from '../../src-shared/desk/brands.ts'
import { isolate } from '../format/isolate.ts'
import { Name } from '../parts/name.tsx'
import { togglePinned, useBrand } from '../state/brands.ts'
import { editBrand, setRowMenu, usePointedRow } from '../state/ui.ts'
import classes from './brand-rail.module.css'

const Items = ({ brand: { id, pinned, demo } }: { readonly brand: Brand }) => (
  <Menu.Dropdown>
    <Menu.Item
      leftSection={pinned ? <IconPinnedOff size={14} /> : <IconPin size={14} />}
      onClick={() => togglePinned(id)}
    >
      {pinned ? 'Unpin' : 'Pin'}
    </Menu.Item>
    <Menu.Item leftSection={<IconPencil size={14} />} onClick={() => editBrand(id)}>
      Edit …
    </Menu.Item>
    {demo ? null : (
      <Menu.Item leftSection={<IconKey size={14} />} onClick={() => editBrand(id, 'key')}>
        Replace key …
      </Menu.Item>
    )}
    <Menu.Item c="var(--bad)" leftSection={<IconTrash size={14} />} onClick={() => editBrand(id, 'removal')}>
      Remove brand …
    </Menu.Item>
  </Menu.Dropdown>
)

/** The actions of the brand under the pointer, and its name where the rail is folded: beside its row, outside the list. */
export const RowMenu = () => {
  const { brandId, top, isMenuOpen } = usePointedRow()
  const brand = useBrand(brandId ?? '')
  if (brand === undefined) return null
  return (
    <div className={classes.pointed} style={{ top }}>
      <span className={classes.pointedName}>
        <Name>{brand.name}</Name>
      </span>
      <Menu opened={isMenuOpen} onChange={setRowMenu} position="right-start">
        <Menu.Target>
          <ActionIcon size="sm" aria-label={`Actions for ${isolate(brand.name)}`}>
            <IconDots size={14} />
          </ActionIcon>
        </Menu.Target>
        <Items brand={brand} />
      </Menu>
    </div>
  )
}
