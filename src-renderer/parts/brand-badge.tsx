import { memo } from 'react'
import { initialsOf, markColours } from '../format/brand-look.ts'
import { useBrand } from '../state/brands.ts'
import classes from './brand-badge.module.css'
import { Name } from './name.tsx'

type LookProps = { readonly name: string; readonly colour: string; readonly size?: 'sm' | 'md' | 'lg' }

/** Colour and initials: never the colour alone. */
export const BrandMark = memo(({ name, colour, size = 'md' }: LookProps) => {
  const { ground, ink } = markColours(colour)
  return (
    <span className={classes.mark} data-size={size} style={{ background: ground, color: ink }} aria-hidden>
      {initialsOf(name)}
    </span>
  )
})

type BadgeProps = { readonly brandId: string; readonly size?: 'sm' | 'md' | 'lg' }

/** A brand as it is shown beside everything that belongs to it: mark and name. */
export const BrandBadge = memo(({ brandId, size = 'sm' }: BadgeProps) => {
  const brand = useBrand(brandId)
  const name = brand?.name ?? 'Unknown brand'
  return (
    <span className={classes.badge}>
      <BrandMark name={name} colour={brand?.colour ?? '#6a707c'} size={size} />
      <span className="truncate" title={name}>
        <Name>{name}</Name>
      </span>
    </span>
  )
})
