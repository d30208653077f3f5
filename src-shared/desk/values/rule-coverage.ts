// Which brands a rule of alerts is about: worked out each time, so that a brand that is added or tagged later is covered too.
import type { AlertScope } from '../alerts.ts'

type OfBrand = { readonly id: string; readonly tags: readonly string[] }

export const covers = ({ scope }: { readonly scope: AlertScope }, brand: OfBrand): boolean => {
  switch (scope.of) {
    case 'all':
      return true
    case 'tags':
      return scope.tags.some((tag) => brand.tags.includes(tag))
    case 'brands':
      return scope.brandIds.includes(brand.id)
  }
}
