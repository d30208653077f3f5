import { IconArrowRight, IconChartLine, IconMail } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Brand } from '../../src-shared/desk/brands.ts'
import { formatDecimal } from '../format/numbers.ts'
import { BrandBadge, BrandMark } from '../parts/brand-badge.tsx'
import { KeyCaps } from '../parts/key-caps.tsx'
import { Name } from '../parts/name.tsx'
import classes from './palette.module.css'
import type { PaletteItem } from './palette-items.ts'

type Of<Kind extends PaletteItem['kind']> = Extract<PaletteItem, { kind: Kind }>

const Icon = ({ icon: Shown }: { readonly icon: ComponentType<{ size?: number | string }> }) => (
  <span className={classes.icon} aria-hidden>
    <Shown size={16} />
  </span>
)

const BrandRow = ({ brand }: { readonly brand: Brand }) => (
  <>
    <BrandMark name={brand.name} colour={brand.colour} size="sm" />
    <span className={`${classes.title} truncate`}>
      <Name>{brand.name}</Name>
    </span>
    <span className={`${classes.group} soft`}>{brand.tags.join(', ')}</span>
  </>
)

const PlaceRow = ({ place, brand }: Of<'place'>) => (
  <>
    <Icon icon={place.icon} />
    <span className={classes.title}>{place.title}</span>
    <span className={`${classes.group} soft`}>{place.place}</span>
    {brand !== undefined ? (
      <BrandBadge brandId={brand.id} />
    ) : place.keys === undefined ? null : (
      <KeyCaps keys={place.keys} />
    )}
  </>
)

const CommandRow = ({ command }: Of<'command'>) => {
  const shown = command.keys?.[0]
  return (
    <>
      <Icon icon={command.icon ?? IconArrowRight} />
      <span className={`${classes.title} truncate`}>{command.title}</span>
      {shown === undefined ? (
        <span className={`${classes.group} soft`}>{command.group}</span>
      ) : (
        <KeyCaps keys={shown} />
      )}
    </>
  )
}

const KeywordRow = ({ row }: Of<'keyword'>) => (
  <>
    <Icon icon={IconChartLine} />
    <span className={`${classes.title} truncate`}>{row.keyword}</span>
    <span className="soft figures">{formatDecimal(row.position)}</span>
    <BrandBadge brandId={row.brandId} />
  </>
)

const ContactRow = ({ row }: Of<'contact'>) => (
  <>
    <Icon icon={IconMail} />
    <span className={`${classes.title} truncate`}>{row.name ?? row.email ?? row.domain}</span>
    <span className={`${classes.group} soft truncate`}>{row.name === null ? null : (row.email ?? row.domain)}</span>
    <BrandBadge brandId={row.brandId} />
  </>
)

export const PaletteRow = ({ item }: { readonly item: PaletteItem }) => {
  if (item.kind === 'brand') return <BrandRow {...item} />
  if (item.kind === 'place') return <PlaceRow {...item} />
  if (item.kind === 'command') return <CommandRow {...item} />
  return item.kind === 'keyword' ? <KeywordRow {...item} /> : <ContactRow {...item} />
}
