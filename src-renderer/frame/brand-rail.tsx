import { BrandBadge } from '../components/brand-badge.tsx'
import { useBrands } from '../store/brands.ts'
import { setScope } from '../store/location.ts'

export const BrandRail = () => {
  const list = useBrands((state) => state.list)
  return (
    <nav>
      {list.map((brand) => (
        <button key={brand.id} type="button" onClick={() => setScope(brand.id)}>
          <BrandBadge brandId={brand.id} />
        </button>
      ))}
    </nav>
  )
}
