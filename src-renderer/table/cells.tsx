import type { ReactNode } from 'react'
import { BrandBadge } from '../parts/brand-badge.tsx'
import css from './table.module.css'

/** Text that opens the row's detail when it is pressed. */
export const OpenText = ({ children }: { readonly children: string }) => (
  <span className={css.open} data-act="open" title={children}>
    {children}
  </span>
)

export const SoftText = ({ children }: { readonly children: string }) => (
  <span className="soft" title={children}>
    {children}
  </span>
)

/** Anything that is not a line of text, in the middle of the row's height. */
export const Centred = ({ children }: { readonly children: ReactNode }) => <div className={css.fill}>{children}</div>

export const BrandCell = ({ brandId }: { readonly brandId: string }) => (
  <Centred>
    <BrandBadge brandId={brandId} />
  </Centred>
)
