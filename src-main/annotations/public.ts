export { brandAnnotations, type RecentEvent, recentEvents } from './queries/brand-annotations.ts'
