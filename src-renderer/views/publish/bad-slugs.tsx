import { Button, Group } from '@mantine/core'
import { cleanSlug, slugProblem } from '../../../src-shared/desk/slugs.ts'
import { brandName } from '../../state/brands.ts'
import { badSlugsOf, setSlugs, useDraft } from '../../state/publish-draft.ts'

/** Slugs of a brand that no address can have, each with the reason and a clean one to use instead. */
export const BadSlugs = ({ brandId }: { readonly brandId: string }) => {
  const draft = useDraft()
  const replace = (bad: string, good: string) =>
    setSlugs(brandId, [...new Set((draft.slugs[brandId] ?? []).map((slug) => (slug === bad ? good : slug)))])
  const bad = badSlugsOf(draft, brandId)
  if (bad.length === 0) return null
  return (
    <ul aria-label={`Slugs of ${brandName(brandId)} to fix`} className="warn">
      {bad.slice(0, 20).map((slug) => {
        const clean = cleanSlug(slug)
        return (
          <Group component="li" key={slug} gap="xs" mb={6}>
            <span>
              <bdi>{slug}</bdi>: {slugProblem(slug)}
            </span>
            {clean === '' ? null : (
              <Button variant="default" size="compact-xs" onClick={() => replace(slug, clean)}>
                Use {clean}
              </Button>
            )}
          </Group>
        )
      })}
    </ul>
  )
}
