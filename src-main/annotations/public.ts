export { brandAnnotations } from './queries/brand-annotations.ts'
