import {
  IconBuildingStore,
  IconHistory,
  IconKey,
  IconPencil,
  IconPin,
  IconPlus,
  IconSearch,
  IconStack2,
  IconTrash,
} from '@tabler/icons-react'
import { openPinned, openRecent, stepBrand, togglePinned, useBrands } from '../state/brands.ts'
import { setScope, useLocation } from '../state/location.ts'
import { editBrand, openDialog } from '../state/ui.ts'
import { type GroupCommand, inGroup } from './registry.ts'

const scope = () => useLocation.getState().scope
const scopedBrand = () => useBrands.getState().byId.get(scope())
const hasBrand = () => scopedBrand() !== undefined

const focusBrandFilter = (): void => document.querySelector<HTMLInputElement>('#brand-filter')?.focus()

const pinnedCommands: readonly GroupCommand[] = Array.from({ length: 9 }, (_, index) => ({
  id: `brand.pinned.${index + 1}`,
  title: `Pinned brand ${index + 1}`,
  keys: [`mod+${index + 1}`],
  isKeyOnly: true,
  run: () => openPinned(index),
}))

export const brandCommands = inGroup('Brands', [
  { id: 'brand.all', title: 'All brands', icon: IconStack2, keys: ['mod+0'], run: () => setScope('all') },
  { id: 'brand.find', title: 'Find a brand', icon: IconSearch, keys: ['b'], run: focusBrandFilter },
  { id: 'brand.recent', title: 'Last brand', icon: IconHistory, keys: ['ctrl+tab', 'alt+q'], run: () => openRecent() },
  { id: 'brand.previous', title: 'Previous brand', icon: IconBuildingStore, keys: ['['], run: () => stepBrand(-1) },
  { id: 'brand.next', title: 'Next brand', icon: IconBuildingStore, keys: [']'], run: () => stepBrand(1) },
  ...pinnedCommands,
  {
    id: 'brand.pin',
    title: 'Pin or unpin this brand',
    icon: IconPin,
    keys: ['shift+p'],
    isEnabled: hasBrand,
    run: () => togglePinned(scope()),
  },
  {
    id: 'brand.edit',
    title: 'Edit this brand',
    icon: IconPencil,
    keys: ['shift+e'],
    isEnabled: hasBrand,
    run: () => editBrand(scope()),
  },
  {
    id: 'brand.key',
    title: 'Replace the key of this brand',
    icon: IconKey,
    isEnabled: () => scopedBrand()?.demo === false,
    run: () => editBrand(scope(), 'key'),
  },
  {
    id: 'brand.remove',
    title: 'Remove this brand',
    icon: IconTrash,
    isEnabled: hasBrand,
    run: () => editBrand(scope(), 'removal'),
  },
  {
    id: 'desk.remove-demo',
    title: 'Remove the demo',
    icon: IconTrash,
    isEnabled: () => useBrands.getState().list.some(({ demo }) => demo),
    run: () => openDialog('remove-demo'),
  },
  { id: 'brand.add', title: 'Add brands', icon: IconPlus, keys: ['shift+a'], run: () => openDialog('add-brands') },
])
