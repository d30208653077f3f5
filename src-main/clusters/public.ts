// What other rooms may use of this room.
import { countsByBrand } from '../store/cache-brands.ts'

export { clusterNames, clusterPrints } from './queries/clusters.ts'
export { CLUSTER_VIEWS } from './queries/views.ts'

/** SQL of the overview: each brand's number of clusters, and its average visibility in AI answers. */
export const CLUSTERS = countsByBrand('cluster')
export const AI_VISIBILITY =
  'SELECT b.id, s.avg_ai_visibility AS value FROM cluster_summary s JOIN brand b ON b.no = s.brand_no'
