import type { WireReplyOf } from '../../src-shared/service/operations.ts'
import { ServiceError } from '../service-error.ts'
import type { HandlerContext, HandlersOf } from './handler.ts'

/** Throws 403 where the team may not change its permissions. */
const catalogAfter = ({ brand, connectors }: HandlerContext, change: () => void): WireReplyOf<'connectors.catalog'> => {
  if (!connectors.canManage(brand)) {
    throw new ServiceError(403, 'only an admin or owner of the team may change connector permissions')
  }
  change()
  return connectors.catalogOf(brand)
}

export const connectorHandlers: HandlersOf<'connectors'> = {
  'connectors.catalog': (_request, { brand, connectors }) => connectors.catalogOf(brand),
  'connectors.update': ({ body }, context) =>
    catalogAfter(context, () => context.connectors.update(context.brand, body.permissions)),
  'connectors.setSync': ({ body }, context) =>
    catalogAfter(context, () => context.connectors.setSync(context.brand, body.enabled)),
}
