import { plural } from '../format/numbers.ts'
import { useBrand } from '../state/brands.ts'
import classes from './act-words.module.css'
import { BrandMark } from './brand-badge.tsx'
import { Name } from './name.tsx'

type Props = {
  /** `Apply 3 changes for`: what is done, up to the word before the brands. */
  readonly what: string
  readonly brandIds: readonly string[]
  /** In place of the number of brands, where there are several. */
  readonly many?: string
}

/** The words of a button that acts: for one brand they show it, for many they count them. */
export const ActWords = ({ what, brandIds, many = plural(brandIds.length, 'brand') }: Props) => {
  const brand = useBrand(brandIds[0] ?? '')
  if (brandIds.length !== 1 || brand === undefined) return <>{`${what} ${many}`}</>
  return (
    <span className={classes.words}>
      {what} <BrandMark name={brand.name} colour={brand.colour} size="sm" /> <Name>{brand.name}</Name>
    </span>
  )
}
