import { useScope } from '../../state/location.ts'
import { AllBrands } from './all-brands.tsx'
import { BrandPage } from './brand-page.tsx'

/** All brands side by side, or one brand on one page. */
export const OverviewView = () => (useScope() === 'all' ? <AllBrands /> : <BrandPage />)
