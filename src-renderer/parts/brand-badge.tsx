import { memo } from 'react'
import { markColours } from '../format/brand-look.ts'
import { useBadgeLetters, useBrand } from '../state/brands.ts'
import classes from './brand-badge.module.css'
import { Name } from './name.tsx'

type LookProps = { readonly name: string; readonly colour: string; readonly size?: 'sm' | 'md' | 'lg' }

/** Colour and two or three letters: never the colour alone. */
export const BrandMark = memo(({ name, colour, size = 'md' }: LookProps) => {
  const { ground, ink } = markColours(colour)
  const letters = useBadgeLetters(name)
  return (
    <span
      className={classes.mark}
      data-size={size}
      data-letters={letters.length}
      style={{ background: ground, color: ink }}
      aria-hidden
    >
      {letters}
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
