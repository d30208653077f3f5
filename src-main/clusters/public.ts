// What other rooms may use of this room.
import { writeOf } from '../store/ask.ts'
import { countsByBrand } from '../store/cache-brands.ts'

export { clusterNames, clusterPrints } from './queries/clusters.ts'
export { CLUSTER_VIEWS } from './queries/views.ts'

export const savePastAiVisibility = writeOf('clusters.saveAiVisibility')

/** SQL of the overview, for a JSON list of brands: the number of clusters of each, and its average visibility in AI answers. */
export const CLUSTERS = countsByBrand('cluster')
export const AI_VISIBILITY = `SELECT b.id, s.avg_ai_visibility AS n FROM json_each(?) w JOIN brand b ON b.id = w.value
    JOIN cluster_summary s ON s.brand_no = b.no`
