import { ServiceError } from '../service-error.ts'
import type { HandlerContext, HandlersOf } from './handler.ts'

const assertCanManage = ({ brand, connectors }: HandlerContext): void => {
  if (connectors.canManage(brand)) return
  throw new ServiceError(403, 'only an admin or owner of the team may change connector permissions')
}

export const connectorHandlers: HandlersOf<'connectors'> = {
  'connectors.catalog': (_request, { brand, connectors }) => connectors.catalogOf(brand),
  'connectors.update': ({ body }, context) => {
    const { brand, connectors } = context
    assertCanManage(context)
    connectors.update(brand, body.permissions)
    return connectors.catalogOf(brand)
  },
  'connectors.setSync': ({ body }, context) => {
    const { brand, connectors } = context
    assertCanManage(context)
    connectors.setSync(brand, body.enabled)
    return connectors.catalogOf(brand)
  },
}
