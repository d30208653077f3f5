import { prepared, type ReadableDb } from '../../store/db.ts'

/** A sender has to release what a writer queues for this brand. */
export const needsApproval = ({ core }: ReadableDb, brandId: string): boolean =>
  prepared(core, 'SELECT 1 FROM brand_rule WHERE brand_id = ? AND needs_approval = 1').get(brandId) !== undefined
