export { brandAnnotations, recentEvents } from './queries/brand-annotations.ts'
